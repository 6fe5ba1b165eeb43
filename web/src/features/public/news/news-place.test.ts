import { expect, test } from 'vitest';
import { newsPlace } from './news-place.ts';

test('§2.15 an address without an id, or with one out of range, shows the first item', () => {
  expect(newsPlace('1', 2)).toBe(0);
  expect(newsPlace('2', 2)).toBe(1);
  for (const id of [null, '', '0', '-1', '3', '99999', 'два', '1.5', '1e0']) expect(newsPlace(id, 2)).toBe(0);
});
