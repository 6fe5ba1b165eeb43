import { splitAtMatch, WORD_START } from '../values/found-part.ts';

/** A search query, in the terms of the product. */
export interface SearchQuery {
  /** A Moscow day, `YYYY-MM-DD`. */
  day: string | null;
  /** A month, `2026-10`, or `10` where its year was left out. */
  month: string | null;
  numbers: SearchNumber[];
  /** Words of the query, in lower case, «ё» written as «е». */
  words: string[];
}

/** A number may be a sum or a part of something's own number. */
export interface SearchNumber {
  /** Digits of the text; null where the number has kopecks, so that it can only be a sum. */
  digits: string | null;
  /** The kopecks that it may mean, both ends included: «5330» is any sum of 5 330 whole rubles. Null: too large for a sum. */
  sum: { from: number; to: number } | null;
}

/**
 * Reads a search as people type it: «5330,94», «23.11», «23 ноября 2026 5 330», «УПД октябрь». A day or month without a
 * year is the last one there was. What is neither a day nor a number is a word.
 */
export function readSearch(text: string, today: string): SearchQuery {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s\u00a0\u202f\u2009]+/g, ' ')
    .trim();
  const [day, withoutDay] = takeFirst(plain, DAYS, today);
  const [month, rest] = day === null ? takeFirst(withoutDay, MONTHS, today) : [null, withoutDay];
  const tokens = joinThousands(rest)
    .split(' ')
    .map((token) => token.replace(/^[№#«"(]+|[.,;:!?»")]+$/g, ''))
    .filter((token) => /[\p{L}\d]/u.test(token) && !IDLE.test(token));
  const numbers = tokens.map(parseSearchNumber);
  return {
    day,
    month,
    numbers: numbers.filter((number) => number !== null),
    words: tokens.filter((_, at) => numbers[at] === null),
  };
}

type Form = [pattern: RegExp, read: (groups: Record<string, string>, today: string) => string | null];

const MONTH_STEMS = ['янв', 'фев', 'мар', 'апр', 'ма', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'];
const MONTH_WORD =
  '(?<word>январ[ьяе]|феврал[ьяе]|март[ае]?|апрел[ьяе]|ма[йяе]|июн[ьяе]|июл[ьяе]|август[ае]?|сентябр[ьяе]|октябр[ьяе]|ноябр[ьяе]|декабр[ьяе]|янв|фев|мар|апр|июн|июл|авг|сен|окт|ноя|дек)\\.?(?![а-я])';
const YEAR_AFTER = '(?: (?<year>(?:19|20)\\d\\d)(?!\\d))?';

export const DAYS: Form[] = [
  [/(?<before>^|[^\d.-])(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?!\d)/, parseDay],
  [/(?<before>^|[^\d.,])(?<day>\d{1,2})\.(?<month>\d{1,2})(?:\.(?<year>\d{4}|\d\d))?(?!\d|[.,]\d)/, parseDay],
  [new RegExp(`(?<before>^|\\D)(?<day>\\d{1,2}) ${MONTH_WORD}${YEAR_AFTER}`), parseDay],
  [/(?<before>^|[^а-я])сегодня(?![а-я])/, (_, today) => today],
  [/(?<before>^|[^а-я])вчера(?![а-я])/, (_, today) => daysBefore(today, 1)],
];

export const MONTHS: Form[] = [
  [/(?<before>^|[^\d.-])(?<year>(?:19|20)\d\d)-(?<month>\d\d)(?!\d)/, parseMonth],
  [/(?<before>^|[^\d.,])(?<month>\d{1,2})\.(?<year>(?:19|20)\d\d)(?!\d)/, parseMonth],
  [new RegExp(`${WORD_START}${MONTH_WORD}${YEAR_AFTER}`), parseMonth],
];

/** The first of these forms that stands in the text and means something, and the text without it. */
export function takeFirst(text: string, forms: readonly Form[], today: string): [string | null, string] {
  for (const [pattern, read] of forms) {
    const found = pattern.exec(text);
    const meant = found && read(found.groups ?? {}, today);
    if (found && meant !== null) return [meant, splitAtMatch(found).rest];
  }
  return [null, text];
}

function parseDay(groups: Record<string, string>, today: string): string | null {
  const monthAndDay = `${monthNumber(groups)}-${(groups.day ?? '').padStart(2, '0')}`;
  const { year } = groups;
  if (year !== undefined) return calendarDay(`${year.length === 2 ? `20${year}` : year}-${monthAndDay}`);
  // 29 February may be four years ago, or eight.
  for (let back = 0; back <= 8; back += 1) {
    const day = calendarDay(`${Number(today.slice(0, 4)) - back}-${monthAndDay}`);
    if (day !== null && day <= today) return day;
  }
  return null;
}

function parseMonth(groups: Record<string, string>): string | null {
  const month = monthNumber(groups);
  if (month < '01' || month > '12') return null;
  return groups.year === undefined ? month : `${groups.year}-${month}`;
}

/** `01` to `12`, from digits or from a word. */
function monthNumber({ month, word }: Record<string, string>): string {
  const number = month ?? String(MONTH_STEMS.findIndex((stem) => word?.startsWith(stem)) + 1);
  return number.padStart(2, '0');
}

function calendarDay(text: string): string | null {
  const date = new Date(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isDay && text >= '1900' ? text : null;
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10);
}

/** `5 330,94` → `5330,94`. Groups of four are a card's number and stay apart. */
function joinThousands(text: string): string {
  return text.replace(
    /(^|[^\d.,])(\d{1,3}(?: \d{3})+)(?!\d)/g,
    (_, before: string, digits: string) => before + digits.replaceAll(' ', ''),
  );
}

/** Words that only join others, and «операции», which every search finds. */
const IDLE = /^(операци[яиюй]|р|руб|рубл(ь|я|ей)|в|за|из|на|от|по|с|со)$/;
const NUMBER = /^[-−+]?(\d+)(?:[.,](\d{1,2}))?(?:₽|р|руб)?$/;
/** More digits before the comma are no sum of this product. */
const SUM_DIGITS = 11;

function parseSearchNumber(token: string): SearchNumber | null {
  const [, digits = '', decimals = ''] = NUMBER.exec(token) ?? [];
  if (digits === '') return null;
  const from = Number(digits) * 100 + Number(decimals.padEnd(2, '0'));
  const to = from + 10 ** (2 - decimals.length) - 1;
  const sum = digits.length <= SUM_DIGITS && to > 0 ? { from: Math.max(from, 1), to } : null;
  if (decimals === '') return { digits, sum };
  return sum && { digits: null, sum };
}
