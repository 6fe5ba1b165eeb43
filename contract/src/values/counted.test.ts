import { expect, test } from 'vitest';
import { counted, plural } from './counted.ts';

const TENDERS = ['тендер', 'тендера', 'тендеров'] as const;

test.each([
  [0, 'тендеров'],
  [1, 'тендер'],
  [2, 'тендера'],
  [4, 'тендера'],
  [5, 'тендеров'],
  [11, 'тендеров'],
  [12, 'тендеров'],
  [14, 'тендеров'],
  [21, 'тендер'],
  [22, 'тендера'],
  [111, 'тендеров'],
  [121, 'тендер'],
  [1.5, 'тендера'],
  [-1, 'тендер'],
])('the noun after %d reads as a Russian writes it', (count, word) => {
  expect(plural(count, TENDERS)).toBe(word);
});

test('a number and its noun are never torn apart by a line break', () => {
  expect(counted(2400, ['станция', 'станции', 'станций'])).toBe('2\u00a0400\u00a0станций');
  expect(counted(1000, ['литр', 'литра', 'литров'])).toBe('1\u00a0000\u00a0литров');
  expect(counted(1.5, ['литр', 'литра', 'литров'])).toBe('1,5\u00a0литра');
});
