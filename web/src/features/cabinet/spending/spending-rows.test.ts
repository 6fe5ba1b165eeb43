import { expect, test } from 'vitest';
import { arrange } from '../../../tables/arrange.ts';
import { readView } from '../../../tables/table-view.ts';
import { spendingColumns } from './spending-columns.tsx';
import type { SpendingRow } from './spending-rows.ts';

const row = (
  title: string,
  sum: number,
  average_price: number | null = null,
  key: string | null = title,
): SpendingRow =>
  ({ key, title, count: 1, sum, litres: 1, average_price, networks: [] as unknown }) as SpendingRow;

const ROWS = [row('М-10', 30, 60), row('М-4', 50), row('Ёлки', 10, 70), row('', 99, 1, null)];
const COLUMNS = spendingColumns({ by: 'station', names: new Map(), rows: ROWS, getPlace: () => null });

test.each([
  ['', ['М-10', 'М-4', 'Ёлки', '']],
  ['title', ['Ёлки', 'М-4', 'М-10', '']],
  ['-sum', ['М-4', 'М-10', 'Ёлки', '']],
  ['sum', ['Ёлки', 'М-10', 'М-4', '']],
  ['-price', ['Ёлки', 'М-10', 'М-4', '']],
  ['colour', ['М-10', 'М-4', 'Ёлки', '']],
])('in the order of "%s" what is past the limit stays last, and nothing is lost', (sort, titles) => {
  const view = readView(new URLSearchParams({ sort }), COLUMNS);
  expect(arrange(COLUMNS, ROWS, view).rows.map((item) => item.title)).toEqual(titles);
});
