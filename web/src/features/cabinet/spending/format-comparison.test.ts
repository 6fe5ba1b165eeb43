import { expect, test } from 'vitest';
import { formatComparison, formatPercent } from './format-comparison.ts';
import type { SpendingMeta } from './spending-rows.ts';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-26' };

function meta(about: Partial<SpendingMeta>, previous_sum: number | null = 100): SpendingMeta {
  return {
    unfinished: false,
    compared: { from: '2026-10-01', to: '2026-10-26' },
    totals: { previous_sum },
    ...about,
  } as SpendingMeta;
}

test.each<[SpendingMeta, { from: string; to: string }, string]>([
  [meta({ unfinished: true }), NOVEMBER, 'Месяц не закончен, сравнение с теми же днями: 01.10 – 26.10.2026'],
  [
    meta({ unfinished: true }),
    { from: '2026-10-01', to: '2026-11-26' },
    'Период не закончен, сравнение с теми же днями: 01.10 – 26.10.2026',
  ],
  [meta({}), NOVEMBER, 'к периоду 01.10 – 26.10.2026'],
  [
    meta({ compared: { from: '2025-12-20', to: '2026-01-02' } }),
    NOVEMBER,
    'к периоду 20.12.2025 – 02.01.2026',
  ],
  [meta({}, 0), NOVEMBER, ''],
  [meta({ unfinished: true }, 0), NOVEMBER, ''],
  [meta({ compared: null }), NOVEMBER, ''],
])('the comparison names what the whole is compared with', (input, period, text) => {
  expect(formatComparison(input, period)).toBe(text);
});

test.each([
  [37, 100, '+37\u00a0%'],
  [-40, 100, '−40\u00a0%'],
  [0, 100, '0\u00a0%'],
  [40, 0, ''],
  [40, -5, ''],
  [null, null, ''],
])('a difference of %d against %d is «%s»', (difference, previous_sum, text) => {
  expect(formatPercent({ difference, previous_sum } as SpendingMeta['totals'])).toBe(text);
});
