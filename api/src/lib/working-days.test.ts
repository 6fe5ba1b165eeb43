import { expect, test } from 'vitest';
import { addWorkingDays } from './working-days.ts';

test.each([
  ['2026-09-15', 10, '2026-09-29'],
  ['2026-09-04', 1, '2026-09-07'],
  ['2025-12-31', 1, '2026-01-09'],
  ['2026-11-03', 1, '2026-11-05'],
])('a term never ends on a day off: %s and %i working days is %s', (from, count, until) => {
  expect(addWorkingDays(from, count)).toBe(until);
});
