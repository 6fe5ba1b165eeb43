import { expect, test } from 'vitest';
import { comparedPeriod, monthsBefore } from './compared-period.ts';

const TODAY = '2026-11-26';

test.each([
  ['a whole month', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30', false],
  ['the running month until today', '2026-11-01', TODAY, '2026-10-01', '2026-10-26', true],
  ['the whole of the running month', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-26', true],
  ['a running quarter', '2026-10-01', '2026-12-31', '2026-07-01', '2026-08-26', true],
  ['a quarter that is over', '2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30', false],
  ['twelve months until today', '2025-12-01', TODAY, '2024-12-01', '2025-11-26', true],
  ['no end', '2026-11-01', undefined, '2026-10-01', '2026-10-26', true],
  ['a week', '2026-11-20', TODAY, '2026-11-13', '2026-11-19', false],
  ['a part of a month', '2026-10-05', '2026-10-14', '2026-09-25', '2026-10-04', false],
  ['the beginning of a month that is over', '2026-10-01', '2026-10-10', '2026-09-21', '2026-09-30', false],
  ['days that are still to come', '2026-11-25', '2026-12-10', '2026-11-23', '2026-11-24', true],
])('%s is compared with as much before it', (_, dateFrom, dateTo, from, to, unfinished) => {
  expect(comparedPeriod({ dateFrom, dateTo }, TODAY)).toEqual({ compared: { from, to }, unfinished });
});

test('a month that ends today is over, and is compared whole', () => {
  const found = comparedPeriod({ dateFrom: '2026-02-01', dateTo: '2026-02-28' }, '2026-02-28');
  expect(found).toEqual({ compared: { from: '2026-01-01', to: '2026-01-31' }, unfinished: false });
});

test('without a beginning, and before it, there is nothing to compare with', () => {
  expect(comparedPeriod({ dateTo: TODAY }, TODAY)).toBeNull();
  expect(comparedPeriod({}, TODAY)).toBeNull();
  expect(comparedPeriod({ dateFrom: '2026-12-01' }, TODAY)).toBeNull();
});

test.each([
  ['2026-03-31', 1, '2026-02-28'],
  ['2026-03-30', 1, '2026-02-28'],
  ['2026-02-28', 1, '2026-01-31'],
  ['2028-02-29', 12, '2027-02-28'],
  ['2026-01-15', 1, '2025-12-15'],
])('%s, %i months before, is %s', (day, months, before) => {
  expect(monthsBefore(day, months)).toBe(before);
});
