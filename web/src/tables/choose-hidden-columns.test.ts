import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { leastWidth, chooseHiddenColumns } from './choose-hidden-columns.ts';

const column = (key: string, rest: Partial<Column<object>>): Column<object> => ({
  key,
  header: key,
  cell: () => null,
  ...rest,
});
const COLUMNS = [
  column('name', { leastWidth: 220 }),
  column('driver', { width: 150, leaves: 2 }),
  column('truck', { width: 150, leaves: 1 }),
  column('sum', { width: 180 }),
  column('menu', { width: 50 }),
];

test('a table with room for all its columns leaves none out', () => {
  expect(leastWidth(COLUMNS)).toBe(750);
  expect([...chooseHiddenColumns(COLUMNS, 750)]).toEqual([]);
});

test('columns leave by their ranks until the others have their least widths', () => {
  expect([...chooseHiddenColumns(COLUMNS, 749)]).toEqual(['truck']);
  expect([...chooseHiddenColumns(COLUMNS, 749, true)]).toEqual(['truck']);
  expect([...chooseHiddenColumns(COLUMNS, 700, true)]).toEqual(['truck']);
  const wider = COLUMNS.with(3, column('sum', { width: 300 }));
  expect([...chooseHiddenColumns(wider, 719)]).toEqual(['truck', 'driver']);
});

test('a column without a rank never leaves, however narrow the table is', () => {
  const many = [...COLUMNS, column('address', { width: 900 })];
  expect([...chooseHiddenColumns(many, 700)]).toEqual(['truck', 'driver']);
});

test('rows of two lines show every column, and an unmeasured table too', () => {
  expect(chooseHiddenColumns(COLUMNS, 679).size).toBe(0);
  expect(chooseHiddenColumns(COLUMNS, null).size).toBe(0);
});
