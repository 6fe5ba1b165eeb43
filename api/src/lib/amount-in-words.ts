type Gender = 'masculine' | 'feminine';
/** The word after 1, after 2 to 4, after 5 and more: «рубль, рубля, рублей». */
type Forms = readonly [one: string, few: string, many: string];

const RUBLES: Forms = ['рубль', 'рубля', 'рублей'];
const KOPECKS: Forms = ['копейка', 'копейки', 'копеек'];
const THOUSANDS: Forms = ['тысяча', 'тысячи', 'тысяч'];
const MILLIONS: Forms = ['миллион', 'миллиона', 'миллионов'];
const BILLIONS: Forms = ['миллиард', 'миллиарда', 'миллиардов'];
/** Enough for all that a number holds exactly: 90 trillion rubles. */
const TRILLIONS: Forms = ['триллион', 'триллиона', 'триллионов'];

const HUNDREDS = 'сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(' ');
const TENS = 'двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'.split(' ');
const TEENS =
  'десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'.split(
    ' ',
  );
const ONES: Record<Gender, readonly string[]> = {
  masculine: 'один два три четыре пять шесть семь восемь девять'.split(' '),
  feminine: 'одна две три четыре пять шесть семь восемь девять'.split(' '),
};

/**
 * A sum written out as on an invoice (docs/facts.md 2): rubles in words with a capital letter, kopecks as two
 * digits. Takes any whole kopecks from 0; throws RangeError on anything else.
 */
export function amountInWords(sumKopecks: number): string {
  if (!Number.isSafeInteger(sumKopecks) || sumKopecks < 0)
    throw new RangeError(`a sum that has no words: ${sumKopecks}`);
  const rubles = Math.floor(sumKopecks / 100);
  const rest = sumKopecks % 100;
  const words = rubles === 0 ? 'ноль' : wordsOf(rubles).join(' ');
  const kopecks = `${String(rest).padStart(2, '0')} ${wordBeside(rest, KOPECKS)}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${wordBeside(rubles, RUBLES)} ${kopecks}`;
}

function wordsOf(rubles: number): string[] {
  return [
    ...classWords(Math.floor(rubles / 1e12), 'masculine', TRILLIONS),
    ...classWords(Math.floor(rubles / 1e9) % 1000, 'masculine', BILLIONS),
    ...classWords(Math.floor(rubles / 1e6) % 1000, 'masculine', MILLIONS),
    ...classWords(Math.floor(rubles / 1e3) % 1000, 'feminine', THOUSANDS),
    ...tripletWords(rubles % 1000, 'masculine'),
  ];
}

function classWords(triplet: number, gender: Gender, forms: Forms): string[] {
  return triplet === 0 ? [] : [...tripletWords(triplet, gender), wordBeside(triplet, forms)];
}

function tripletWords(triplet: number, gender: Gender): string[] {
  const hundreds = Math.floor(triplet / 100);
  const tens = Math.floor(triplet / 10) % 10;
  const ones = triplet % 10;
  const lower =
    tens === 1
      ? [TEENS[ones]]
      : [tens > 1 ? TENS[tens - 2] : undefined, ones > 0 ? ONES[gender][ones - 1] : undefined];
  return [hundreds > 0 ? HUNDREDS[hundreds - 1] : undefined, ...lower].filter((word) => word !== undefined);
}

function wordBeside(count: number, [one, few, many]: Forms): string {
  const lastTwo = count % 100;
  const last = count % 10;
  if (lastTwo >= 11 && lastTwo <= 14) return many;
  if (last === 1) return one;
  return last >= 2 && last <= 4 ? few : many;
}
