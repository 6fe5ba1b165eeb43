/** Prefix of the programme's own invoices. */
export const DEFAULT_INVOICE_PREFIX = 'М-';

/** A payment order holds 210 characters. The end of a much longer text is not searched. */
const MAX_SEARCHED_LENGTH = 1000;

/** Latin letters that look like Russian ones and are typed instead of them. */
const HOMOGLYPHS: Readonly<Record<string, string>> = {
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  T: 'Т',
  X: 'Х',
  Y: 'У',
};

/** Other accounts and documents with numbers that are not invoice numbers. They are removed before the search. */
const OTHER_DOCUMENTS = [
  /(?:СЧЕТ[А-Я]*|СЧ)[.\s-]*ФАКТУР[А-Я]*/g,
  /(?<![А-Я])(?:СЧ|С)[./\s-]+Ф(?![А-Я])/g,
  /(?<![А-Я])(?:ЛИЦЕВ|РАСЧЕТН|БАНКОВСК|КОРРЕСПОНДЕНТСК)[А-Я]*\s+СЧЕТ[А-Я]*/g,
  /(?<![А-Я])[ЛРК]\s*\/\s*СЧ?(?![А-Я])[А-Я.]*/g,
];

const MONTH = String.raw`(?:ЯНВАР|ФЕВРАЛ|АПРЕЛ|ИЮН|ИЮЛ|СЕНТЯБР|ОКТЯБР|НОЯБР|ДЕКАБР)[ЯЬ](?![А-Я])|(?:МАРТ|АВГУСТ)А?(?![А-Я])|МА[ЯЙ](?![А-Я])`;
/** People leave the year out and write the month as a word. */
const DATE = String.raw`\d{1,2}(?:\.\d{2}(?:\.(?:\d{4}|\d{2}))?(?!\d|\.\d)|\s(?:${MONTH})(?:\s\d{4}(?!\d))?)`;
const DATE_SUFFIX = String.raw`(?:\s*ОТ\s*${DATE}(?:\s*Г(?:ОДА)?(?![А-Я])\.?)?)?`;
/**
 * Matches at most nine digits, not followed by anything that would make them a date, a sum, a fraction or an account.
 */
const DIGITS = String.raw`(\d{1,9})(?!\d|[.,/-]\d|\s(?:${MONTH}))`;
const WORD = String.raw`(?<![А-ЯA-Z0-9/])(?:СЧЕТ(У|А|ОМ|Е|АМ|ОВ|АХ|АМИ)?(?:-(?:ДОГОВОР|ОФЕРТ)[А-Я]*)?|С/Ч|СЧ)(?![А-ЯA-Z])\.?`;
/** «счета 12, 13» names two invoices; «счету 12, 13 шт.» one. */
const PLURAL = ['А', 'АМ', 'ОВ', 'АХ', 'АМИ'];

/**
 * Normalises a purpose for the search: upper case, Ё as Е, Latin look-alikes as Russian letters, `N`, `No`, `#` and `№`
 * as `№`, every dash a hyphen, single spaces (docs/facts.md 3).
 */
export function normalizePurpose(purpose: string): string {
  return purpose
    .slice(0, MAX_SEARCHED_LENGTH)
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/(?<![A-ZА-Я])N[OО]?\.?(?=\s*(?:\d|[A-ZА-Я]{1,4}[-/]?\d))/g, '№')
    .replace(/[#№]+/g, '№')
    .replace(/[ABCEHKMOPTXY]/g, (letter) => HOMOGLYPHS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The invoice numbers in a purpose, each once, in the order of the text, as digits without leading zeros («123»):
 * with the prefix or without any, never with another prefix. Compare them with `invoiceDigits`.
 */
export function findInvoiceNumbers(purpose: string, prefix = DEFAULT_INVOICE_PREFIX): string[] {
  const text = OTHER_DOCUMENTS.reduce(
    (rest, pattern) => rest.replace(pattern, ' ФАКТУРА '),
    normalizePurpose(purpose),
  );
  const own = ownPrefix(prefix);
  const number = String.raw`\s*(?:НА\s+ОПЛАТУ)?${DATE_SUFFIX}\s*:?\s*№?\s*(?:${own})?${DIGITS}${DATE_SUFFIX}`;
  const found: string[] = [];
  for (const match of text.matchAll(new RegExp(WORD + number, 'g'))) {
    const [whole, ending, digits = ''] = match;
    found.push(
      digits,
      ...findNumbersAfter(text, match.index + whole.length, own, PLURAL.includes(ending ?? '')),
    );
  }
  return [...new Set([...found, ...findBareNumbers(text, own)].map(withoutZeros))].filter(
    (digits) => digits !== '0',
  );
}

/** The number of an own invoice as `findInvoiceNumbers` gives it: «М-000123» → «123». */
export function invoiceDigits(number: string): string {
  return withoutZeros(/(\d+)\D*$/.exec(number)?.[1] ?? '');
}

/** «счета № 12, М-13 и 14»: each further number needs its own № or prefix, unless the word is plural. */
function findNumbersAfter(text: string, from: number, own: string, plural: boolean): string[] {
  const marked = own === '' ? '№\\s*' : String.raw`(?:№\s*(?:${own})?|${own})`;
  const next = new RegExp(
    String.raw`\s*(?:[,;]|И(?![А-Я]))\s*${marked}${plural ? '?' : ''}${DIGITS}${DATE_SUFFIX}(?!\s*(?:%|РУБ|КОП|ШТ|Л(?![А-Я])))`,
    'y',
  );
  const found: string[] = [];
  next.lastIndex = from;
  for (let match = next.exec(text); match; match = next.exec(text)) found.push(match[1] ?? '');
  return found;
}

/** A full number with its prefix needs no word before it; a short one may be the name of a road («М-4»). */
function findBareNumbers(text: string, own: string): string[] {
  if (own === '') return [];
  const lone = new RegExp(String.raw`(?<![А-ЯA-Z0-9])${own}(\d{6,9})(?!\d|[.,/-]\d)`, 'g');
  return [...text.matchAll(lone)].map((match) => match[1] ?? '');
}

/** The prefix in all the ways people type it: «М-», «М», «М - », «M–». */
function ownPrefix(prefix: string): string {
  const letters = normalizePurpose(prefix).replace(/[^А-ЯA-Z0-9]/g, '');
  return letters === '' ? '' : String.raw`${letters}\s*[-/]?\s*`;
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}
