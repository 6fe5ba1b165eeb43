import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

// The vectors of docs/facts.md 2, then the edges between the classes of thousands.
const AMOUNTS_IN_WORDS: readonly [kopecks: number, words: string][] = [
  [0, 'Ноль рублей 00 копеек'],
  [1, 'Ноль рублей 01 копейка'],
  [1_01, 'Один рубль 01 копейка'],
  [2_02, 'Два рубля 02 копейки'],
  [11_00, 'Одиннадцать рублей 00 копеек'],
  [14_14, 'Четырнадцать рублей 14 копеек'],
  [20_05, 'Двадцать рублей 05 копеек'],
  [112_00, 'Сто двенадцать рублей 00 копеек'],
  [1000_00, 'Одна тысяча рублей 00 копеек'],
  [2002_02, 'Две тысячи два рубля 02 копейки'],
  [11_000_00, 'Одиннадцать тысяч рублей 00 копеек'],
  [12_345_67, 'Двенадцать тысяч триста сорок пять рублей 67 копеек'],
  [21_001_21, 'Двадцать одна тысяча один рубль 21 копейка'],
  [111_111_11, 'Сто одиннадцать тысяч сто одиннадцать рублей 11 копеек'],
  [150_000_00, 'Сто пятьдесят тысяч рублей 00 копеек'],
  [999_999_99, 'Девятьсот девяносто девять тысяч девятьсот девяносто девять рублей 99 копеек'],
  [1_000_000_00, 'Один миллион рублей 00 копеек'],
  [1_002_003_00, 'Один миллион две тысячи три рубля 00 копеек'],
  [2_000_000_001_00, 'Два миллиарда один рубль 00 копеек'],
  [
    999_999_999_999_99,
    'Девятьсот девяносто девять миллиардов девятьсот девяносто девять миллионов ' +
      'девятьсот девяносто девять тысяч девятьсот девяносто девять рублей 99 копеек',
  ],
  [1_000_000_000_000_00, 'Один триллион рублей 00 копеек'],
  [2_000_001_000_000_00, 'Два триллиона один миллион рублей 00 копеек'],
  [
    Number.MAX_SAFE_INTEGER,
    'Девяносто триллионов семьдесят один миллиард девятьсот девяносто два миллиона ' +
      'пятьсот сорок семь тысяч четыреста девять рублей 91 копейка',
  ],
];

describe('a sum in words', () => {
  it.each(AMOUNTS_IN_WORDS)('%d kopecks are written out rightly', (kopecks, words) => {
    expect(amountInWords(kopecks)).toBe(words);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
    '%d gets no words rather than false ones',
    (kopecks) => {
      expect(() => amountInWords(kopecks)).toThrow(RangeError);
    },
  );

  it('no two ruble sums share their words, and none has a hole or a double space', () => {
    const ruble = fc.integer({ min: 0, max: 90_071_992_547_409 });
    fc.assert(
      fc.property(ruble, ruble, (left, right) => {
        const words = amountInWords(left * 100);
        expect(words).toMatch(/^[А-Я][а-я]+( [а-я]+)* рубл(ь|я|ей) 00 копеек$/);
        expect(words === amountInWords(right * 100)).toBe(left === right);
      }),
    );
  });
});
