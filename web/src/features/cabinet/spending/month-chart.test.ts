import { expect, test } from 'vitest';
import { chooseUnit, forecastMonth, formatInUnit, getBaseline, hasYear } from './month-chart.ts';
import type { SpendingMeta, SpendingRow } from './spending-rows.ts';

test.each([
  [[1_300_000, 2_960_000], 'млн ₽', ['1,3', '3,0']],
  [[-1_500_000_000], 'млрд ₽', ['−1,5']],
  [[450_000, 1200], 'тыс. ₽', ['450', '1']],
  [[0], '₽', ['0']],
])('figures of %o share the unit %s and its decimals', (sums, title, texts) => {
  const unit = chooseUnit(sums);
  expect(unit.title).toBe(title);
  expect(sums.map((sum) => formatInUnit(sum, unit))).toEqual(texts);
});

const NOVEMBER = { title: '2026-11', sum: 200, unfinished: true } as SpendingRow;

test.each<[Partial<SpendingRow>, string, string, number | null]>([
  [{}, '2025-12-01', '2026-11-20', 300],
  [{}, '2026-11-02', '2026-11-20', null],
  [{}, '2025-12-01', '2026-11-06', null],
  [{ unfinished: false }, '2025-12-01', '2026-11-20', null],
  [{ sum: -5 }, '2025-12-01', '2026-11-20', null],
])('a running month %o of a report from %s until %s comes to %s', (about, from, until, sum) => {
  expect(forecastMonth({ ...NOVEMBER, ...about }, { from, until })).toBe(sum);
});

test('the average month of the period before is left out where nothing was spent', () => {
  const year = { from: '2024-12-01', to: '2025-11-30' };
  const meta = (previous_sum: number | null, compared: SpendingMeta['compared'] = year) =>
    ({ compared, totals: { previous_sum } }) as SpendingMeta;
  expect(Math.round(getBaseline(meta(1200)) ?? 0)).toBe(100);
  expect([meta(0), meta(null), meta(1200, null)].map(getBaseline)).toEqual([null, null, null]);
});

test.each([
  [
    ['2025-11', '2025-12', '2026-01', '2026-02'],
    ['2025-11', '2026-01'],
  ],
  [['2025-12', '2026-01', '2026-02'], ['2026-01']],
])('of the months %o the year stands under %o', (months, named) => {
  expect(months.filter((month) => hasYear(month, months[0]!))).toEqual(named);
});
