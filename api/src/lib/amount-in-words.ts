import { plural, type PluralForms } from '#contract/values/counted.ts';

type Gender = 'masculine' | 'feminine';

const RUBLES: PluralForms = ['рубль', 'рубля', 'рублей'];
const KOPECKS: PluralForms = ['копейка', 'копейки', 'копеек'];
const THOUSANDS: PluralForms = ['тысяча', 'тысячи', 'тысяч'];
const MILLIONS: PluralForms = ['миллион', 'миллиона', 'миллионов'];
const BILLIONS: PluralForms = ['миллиард', 'миллиарда', 'миллиардов'];
/** Enough for all that a number holds exactly: 90 trillion rubles. */
const TRILLIONS: PluralForms = ['триллион', 'триллиона', 'триллионов'];

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
 * Writes a sum out as on an invoice (docs/facts.md 2): rubles in words with a capital letter, kopecks as two digits.
 * Takes any whole kopecks from 0; throws RangeError on anything else.
 */
export function amountInWords(sumKopecks: number): string {
  if (!Number.isSafeInteger(sumKopecks) || sumKopecks < 0)
    throw new RangeError(`a sum that has no words: ${sumKopecks}`);
  const rubles = Math.floor(sumKopecks / 100);
  const rest = sumKopecks % 100;
  const words = rubles === 0 ? 'ноль' : spellOutRubles(rubles).join(' ');
  const kopecks = `${String(rest).padStart(2, '0')} ${plural(rest, KOPECKS)}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${plural(rubles, RUBLES)} ${kopecks}`;
}

function spellOutRubles(rubles: number): string[] {
  return [
    ...spellOutClass(Math.floor(rubles / 1e12), 'masculine', TRILLIONS),
    ...spellOutClass(Math.floor(rubles / 1e9) % 1000, 'masculine', BILLIONS),
    ...spellOutClass(Math.floor(rubles / 1e6) % 1000, 'masculine', MILLIONS),
    ...spellOutClass(Math.floor(rubles / 1e3) % 1000, 'feminine', THOUSANDS),
    ...spellOutTriplet(rubles % 1000, 'masculine'),
  ];
}

function spellOutClass(triplet: number, gender: Gender, forms: PluralForms): string[] {
  return triplet === 0 ? [] : [...spellOutTriplet(triplet, gender), plural(triplet, forms)];
}

function spellOutTriplet(triplet: number, gender: Gender): string[] {
  const hundreds = Math.floor(triplet / 100);
  const tens = Math.floor(triplet / 10) % 10;
  const ones = triplet % 10;
  const lower =
    tens === 1
      ? [TEENS[ones]]
      : [tens > 1 ? TENS[tens - 2] : undefined, ones > 0 ? ONES[gender][ones - 1] : undefined];
  return [hundreds > 0 ? HUNDREDS[hundreds - 1] : undefined, ...lower].filter((word) => word !== undefined);
}
