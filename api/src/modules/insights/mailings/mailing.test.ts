import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moscowDay } from '../../../lib/money-format.ts';
import { nextTime, periodBefore, formatSchedule, type Schedule } from './mailing.ts';

const DAY_MS = 86_400_000;
const NOON = new Date('2026-09-15T09:00:00Z'); // a Tuesday, 12:00 in Moscow

test.each<[Schedule, string]>([
  [{ rhythm: 'day', day: null, hour: 13 }, '2026-09-15T10:00:00.000Z'],
  [{ rhythm: 'day', day: null, hour: 12 }, '2026-09-16T09:00:00.000Z'],
  [{ rhythm: 'day', day: null, hour: 0 }, '2026-09-15T21:00:00.000Z'],
  [{ rhythm: 'week', day: 1, hour: 9 }, '2026-09-21T06:00:00.000Z'],
  [{ rhythm: 'week', day: 2, hour: 2 }, '2026-09-21T23:00:00.000Z'],
  [{ rhythm: 'month', day: 1, hour: 8 }, '2026-10-01T05:00:00.000Z'],
  [{ rhythm: 'month', day: 15, hour: 23 }, '2026-09-15T20:00:00.000Z'],
])('%o comes next at %s', (schedule, at) => {
  expect(nextTime(schedule, NOON).toISOString()).toBe(at);
});

test.each([
  ['day', { from: '2026-09-14', to: '2026-09-14' }],
  ['week', { from: '2026-09-07', to: '2026-09-13' }],
  ['month', { from: '2026-08-01', to: '2026-08-31' }],
] as const)('on a Tuesday the %s before is %o', (rhythm, period) => {
  expect(periodBefore(rhythm, NOON)).toEqual(period);
});

test('a night in Moscow belongs to its own day, and January looks back at December', () => {
  const night = new Date('2026-12-31T21:30:00Z');
  expect(periodBefore('day', night)).toEqual({ from: '2026-12-31', to: '2026-12-31' });
  expect(periodBefore('month', night)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});

test('under any schedule periods join without a gap or a day twice', () => {
  const schedule = fc.oneof(
    fc.record({ rhythm: fc.constant('day' as const), day: fc.constant(null), hour: fc.nat(23) }),
    fc.record({
      rhythm: fc.constant('week' as const),
      day: fc.integer({ min: 1, max: 7 }),
      hour: fc.nat(23),
    }),
    fc.record({
      rhythm: fc.constant('month' as const),
      day: fc.integer({ min: 1, max: 28 }),
      hour: fc.nat(23),
    }),
  );
  const start = fc.date({
    min: new Date('2024-01-01T00:00:00Z'),
    max: new Date('2030-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(schedule, start, (input, after) => {
      const first = nextTime(input, after);
      const second = nextTime(input, first);
      const [one, two] = [periodBefore(input.rhythm, first), periodBefore(input.rhythm, second)];
      expect(first > after).toBe(true);
      expect(two.from).toBe(new Date(Date.parse(one.to) + DAY_MS).toISOString().slice(0, 10));
      expect(one.to < moscowDay(first)).toBe(true);
    }),
  );
});

test('a schedule is described in plain Russian', () => {
  expect(formatSchedule({ rhythm: 'week', day: 3, hour: 9 })).toBe('каждую среду в 9:00');
  expect(formatSchedule({ rhythm: 'month', day: 5, hour: 10 })).toBe('5-го числа каждого месяца в 10:00');
});
