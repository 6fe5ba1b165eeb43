import { expect, test } from 'vitest';
import { readyPeriods } from './period-choices.ts';

function listDays(today: string): Record<string, string> {
  return Object.fromEntries(readyPeriods(today).map(({ key, from, to }) => [key, `${from} ${to}`]));
}

test('ready periods end today or with the last day of what is over', () => {
  expect(listDays('2026-11-25')).toEqual({
    today: '2026-11-25 2026-11-25',
    yesterday: '2026-11-24 2026-11-24',
    week: '2026-11-19 2026-11-25',
    month: '2026-11-01 2026-11-25',
    'last-month': '2026-10-01 2026-10-31',
    quarter: '2026-10-01 2026-11-25',
    'last-quarter': '2026-07-01 2026-09-30',
    year: '2026-01-01 2026-11-25',
  });
});

test('in January the last month and quarter are of last year; February has a leap day', () => {
  expect(listDays('2026-01-03')).toMatchObject({
    yesterday: '2026-01-02 2026-01-02',
    week: '2025-12-28 2026-01-03',
    'last-month': '2025-12-01 2025-12-31',
    'last-quarter': '2025-10-01 2025-12-31',
  });
  expect(listDays('2028-03-31')['last-month']).toBe('2028-02-01 2028-02-29');
});
