import { expect, test } from 'vitest';
import { arrange } from './arrange.ts';
import type { Column } from './column.ts';
import { nextSort, PLAIN_VIEW, readView, toServerSort, writeView } from './table-view.ts';

type Row = { name: string; sum: number | null; day: string };

const cell = () => null;
const COLUMNS: readonly Column<Row>[] = [
  { key: 'day', header: 'День', kind: 'day', value: (row) => row.day, cell },
  { key: 'name', header: 'Название', fixed: true, value: (row) => row.name, cell },
  { key: 'sum', header: 'Сумма', align: 'end', kind: 'money', value: (row) => row.sum, cell },
  { key: 'note', header: 'Заметка', cell },
  { key: 'more', header: 'Ещё', extra: true, value: (row) => row.name, unsorted: true, cell },
  { key: 'act', header: 'Действие', headerHidden: true, cell },
];

function parseView(address: string) {
  return readView(new URLSearchParams(address), COLUMNS);
}

function listKeys(address: string): string[] {
  return arrange(COLUMNS, [], parseView(address)).columns.map(({ key }) => key);
}

test('a view goes into the address and comes back, and leaves everything else there', () => {
  for (const address of [
    'status=1&sort=-sum&cols=sum%2Cday&pin=sum&rows=dense',
    'search=%D0%90&sort=name',
    'rows=roomy',
    'page=2',
  ]) {
    expect(writeView(new URLSearchParams(address), parseView(address)).toString()).toBe(address);
  }
});

test.each([
  'sort=secret',
  'sort=note',
  'sort=more',
  'sort=--sum',
  'cols=',
  'cols=secret,act',
  'pin=name,secret',
  'rows=huge',
])('a column that the table lacks counts as not chosen: %s', (address) => {
  expect(parseView(address)).toEqual(PLAIN_VIEW);
});

test('before any choice columns stand as the table has them, without the extra ones', () => {
  expect(listKeys('')).toEqual(['day', 'name', 'sum', 'note', 'act']);
});

test('chosen columns stand in order between row name and actions, pinned ones first', () => {
  expect(listKeys('cols=more,sum,day')).toEqual(['name', 'more', 'sum', 'day', 'act']);
  expect(listKeys('cols=more,sum,day&pin=day')).toEqual(['name', 'day', 'more', 'sum', 'act']);
  expect(listKeys('pin=note')).toEqual(['name', 'note', 'day', 'sum', 'act']);
  expect(listKeys('cols=sum,sum,sum')).toEqual(['name', 'sum', 'act']);
});

test('a header clicked three times gives the natural order, the reverse, the list’s', () => {
  const sortBy = (address: string, key: string) => {
    const column = COLUMNS.find((item) => item.key === key) as Column<Row>;
    return nextSort(parseView(address), column);
  };
  expect(sortBy('', 'sum')).toEqual({ key: 'sum', descending: true });
  expect(sortBy('sort=-sum', 'sum')).toEqual({ key: 'sum', descending: false });
  expect(sortBy('sort=sum', 'sum')).toBeNull();
  expect(sortBy('sort=sum', 'name')).toEqual({ key: 'name', descending: false });
  expect(sortBy('', 'day')).toEqual({ key: 'day', descending: true });
});

test('rows without a value come last in both orders, and equal ones keep their order', () => {
  const rows: Row[] = [
    { name: 'Карта 10', sum: 5, day: '2026-01-02' },
    { name: 'карта 9', sum: null, day: '2026-01-01' },
    { name: 'Ёлка', sum: 7, day: '2026-01-01' },
    { name: 'Жук', sum: 5, day: '2026-01-01' },
  ];
  const names = (sort: string) =>
    arrange(COLUMNS, rows, parseView(`sort=${sort}`)).rows.map(({ name }) => name);
  expect(names('sum')).toEqual(['Карта 10', 'Жук', 'Ёлка', 'карта 9']);
  expect(names('-sum')).toEqual(['Ёлка', 'Карта 10', 'Жук', 'карта 9']);
  expect(names('name')).toEqual(['Ёлка', 'Жук', 'карта 9', 'Карта 10']);
  expect(names('-day')).toEqual(['Карта 10', 'карта 9', 'Ёлка', 'Жук']);
});

test('a column with a sort key of its own is sorted by it at the server only', () => {
  const columns = COLUMNS.map((column) => (column.key === 'sum' ? { ...column, sortKey: 'size' } : column));
  const view = readView(new URLSearchParams('sort=-sum'), columns);
  expect(toServerSort(view, columns)).toBe('-size');
  expect(writeView(new URLSearchParams(), view).toString()).toBe('sort=-sum');
  expect(toServerSort(readView(new URLSearchParams('sort=name'), columns), columns)).toBe('name');
  expect(toServerSort(PLAIN_VIEW, columns)).toBeUndefined();
});
