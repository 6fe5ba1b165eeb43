const UNDER_TWENTY = [
  'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать',
  'четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
]
  .join(' ')
  .split(' ');
const TENS = ' _ двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'.split(' ');
const HUNDREDS = ' сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(' ');
const THOUSAND = /^(?:к|k|тыс\.?|тысяч[аиуе]?|т\.?р\.?)$/;
/** Matches a word that is a thousand without a figure before it; «к» alone is a preposition or a stray letter. */
const ONE_THOUSAND = /^тысяч[ау]$/;
const MONEY = /^(?:₽|р\.?|руб\S*)$/;
/** Matches text that means some sum without naming which one. */
const VAGUE_AMOUNT =
  /^(?:деньги|денег|немного|пару|несколько|сумму|сотн\S*|полмиллиона|миллион\S*|тысяч\S*|рубл\S*)$/;
/** A sum has at most as many digits as the forms take. */
const MAX_RUBLES = 999_999;

/**
 * Reads a sum that is written by words or in thousands: «пять тысяч двести», «полторы тысячи», «10к», «2,5 тыс. руб.».
 * Returns whole kopecks; `unclear` where a sum is meant and which one is not certain; null where no sum is meant.
 */
export function readSpokenSum(text: string): number | 'unclear' | null {
  const words = splitWords(text);
  while (words.length > 1 && MONEY.test(words.at(-1) ?? '')) words.pop();
  const rubles = readRubles(words);
  if (rubles !== null) return rubles >= 0.01 && rubles <= MAX_RUBLES ? Math.round(rubles * 100) : 'unclear';
  return words.some(isAboutMoney) ? 'unclear' : null;
}

function isAboutMoney(word: string, at: number): boolean {
  const isThousand = THOUSAND.test(word) && (at > 0 || word.length > 1);
  return isThousand || VAGUE_AMOUNT.test(word) || readWord(word) !== null;
}

/** «10к» is two words. */
function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/(\d)(?=[кkт])/g, '$1 ')
    .trim()
    .split(/[\s\u00a0\u202f]+/);
}

/** Returns null for anything but one whole number, and for one written in figures alone. */
function readRubles(words: readonly string[]): number | null {
  const at = words.findIndex((word) => THOUSAND.test(word));
  if (at < 0) return readUnderThousand(words);
  const [before, after] = [words.slice(0, at), words.slice(at + 1)];
  const thousands = readThousands(before, words[at] ?? '');
  if (thousands === null || thousands === 0) return null;
  const rest = after.length === 0 ? 0 : (readUnderThousand(after) ?? readRest(after));
  const isWhole = Number.isInteger(thousands);
  return rest === null || (rest > 0 && !isWhole) ? null : Math.round((thousands * 1000 + rest) * 100) / 100;
}

/** Returns how many thousands stand before the word `thousand`; null where that is no number. */
function readThousands(before: readonly string[], thousand: string): number | null {
  if (before.length === 0) return ONE_THOUSAND.test(thousand) ? 1 : null;
  return readFraction(before) ?? readFigure(before) ?? readUnderThousand(before);
}

/** «полторы», «пять с половиной». */
function readFraction(words: readonly string[]): number | null {
  const input = words.join(' ');
  if (input === 'полторы' || input === 'полторе') return 1.5;
  if (!input.endsWith(' с половиной')) return null;
  const whole = readUnderThousand(words.slice(0, -2));
  return whole === null ? null : whole + 0.5;
}

/** «10», «2,5»: this many thousands. */
function readFigure(words: readonly string[]): number | null {
  const [figure, ...more] = words;
  return more.length === 0 && /^\d{1,3}(?:[.,]\d{1,3})?$/.test(figure ?? '')
    ? Number(figure?.replace(',', '.'))
    : null;
}

/** «200» of «5 тысяч 200»; «50» could be tens or rubles that were left out. */
function readRest([figure = '', ...more]: readonly string[]): number | null {
  return more.length === 0 && /^\d{3}$/.test(figure) ? Number(figure) : null;
}

/** «двести сорок пять»: each word is of a lower place than the one before. */
function readUnderThousand(words: readonly string[]): number | null {
  let sum = 0;
  let place = 1000;
  for (const word of words) {
    const value = readWord(word);
    if (value === null || value >= place || (value === 0 && words.length > 1)) return null;
    sum += value;
    place = value >= 100 ? 100 : value >= 20 ? 10 : 0;
  }
  return words.length > 0 ? sum : null;
}

function readWord(word: string): number | null {
  const feminine = word === 'одна' || word === 'одну' ? 'один' : word === 'две' ? 'два' : word;
  const small = UNDER_TWENTY.indexOf(feminine);
  if (small >= 0) return small;
  const [tens, hundreds] = [TENS.indexOf(word), HUNDREDS.indexOf(word)];
  if (tens > 1) return tens * 10;
  return hundreds > 0 ? hundreds * 100 : null;
}
