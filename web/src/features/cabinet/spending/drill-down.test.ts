import { expect, test } from 'vitest';
import { drillDown } from './drill-down.ts';
import type { SpendingRow } from './spending-rows.ts';
import type { SpendingFilters } from './use-spending-filters.ts';

const YEAR: SpendingFilters = { by: 'network', from: '2025-12-01', to: '2026-11-26', page: 1 };

function row(key: string | null): SpendingRow {
  return { key } as SpendingRow;
}

test.each<[SpendingFilters, string, Partial<SpendingFilters>]>([
  [YEAR, '2', { partnerId: 2, by: 'card' }],
  [{ ...YEAR, by: 'card' }, '7', { cardId: 7, by: 'goods' }],
  [{ ...YEAR, by: 'goods', cardId: 7 }, 'ДТ', { goods: 'ДТ', by: 'month' }],
  [{ ...YEAR, by: 'driver' }, '3,4', { drivers: '3,4', driverId: undefined, by: 'network' }],
  [{ ...YEAR, by: 'driver' }, '', { drivers: 'none', driverId: undefined, by: 'network' }],
  [{ ...YEAR, by: 'station', partnerId: 1 }, 'М-4', { station: 'М-4', by: 'card' }],
  [{ ...YEAR, by: 'month' }, '2026-02', { from: '2026-02-01', to: '2026-02-28', by: 'network' }],
  [{ ...YEAR, by: 'month' }, '2026-11', { from: '2026-11-01', to: '2026-11-26', by: 'network' }],
])('of %o a click on «%s» makes the report of that row', (filters, key, changed) => {
  expect(drillDown(filters, row(key))).toEqual(changed);
});

test('a card, its goods and its month are left with nothing but their operations', () => {
  const settled = { ...YEAR, by: 'month', cardId: 7, goods: 'ДТ' } as const;
  expect(drillDown(settled, row('2026-02'))).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

test('the rest, and what has no name, cannot be gone into', () => {
  expect(drillDown(YEAR, row(null))).toBeNull();
  expect(drillDown({ ...YEAR, by: 'goods' }, row(''))).toBeNull();
});
