import { expect, test } from 'vitest';
import { sortRows, type SummaryRow } from './summary-rows.ts';
import { readSort, writeSort } from './use-summary-filters.ts';

const row = (
  title: string,
  sum: number,
  average_price: number | null = null,
  key: string | null = title,
): SummaryRow => ({
  key,
  title,
  count: 1,
  sum,
  litres: 1,
  average_price,
});

const ROWS = [row('М-10', 30, 60), row('М-4', 50), row('Ёлки', 10, 70), row('', 99, 1, null)];

test.each([
  [null, ['М-10', 'М-4', 'Ёлки', '']],
  ['title', ['Ёлки', 'М-4', 'М-10', '']],
  ['-sum', ['М-4', 'М-10', 'Ёлки', '']],
  ['sum', ['Ёлки', 'М-10', 'М-4', '']],
  ['-price', ['Ёлки', 'М-10', 'М-4', '']],
  ['colour', ['М-10', 'М-4', 'Ёлки', '']],
])('in the order of %s what is past the limit stays last, and nothing is lost', (sort, titles) => {
  expect(sortRows(ROWS, readSort(sort)).map((one) => one.title)).toEqual(titles);
});

test('an order goes into the address and comes back as it was', () => {
  for (const text of ['sum', '-sum', 'title', '-price']) expect(writeSort(readSort(text))).toBe(text);
  expect(writeSort(readSort('sum; drop'))).toBe('');
});
