import { expect, test } from 'vitest';
import { formatLimitEnd } from './limit-end.ts';

test.each([
  ['P1D', '2026-11-28', 'до полуночи'],
  ['P1W', '2026-11-28', 'до понедельника'],
  ['P1M', '2026-11-28', 'до 1 декабря'],
  ['P1M', '2026-12-31', 'до 1 января'],
  ['P3M', '2026-11-28', 'до 1 января'],
  ['P3M', '2026-03-31', 'до 1 апреля'],
  ['P3M', '2026-04-01', 'до 1 июля'],
] as const)('a limit of %s on %s is open %s', (period, day, end) => {
  expect(formatLimitEnd(period, day).replaceAll('\u00a0', ' ')).toBe(end);
});
