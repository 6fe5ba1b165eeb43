import { expect, test } from 'vitest';
import {
  formatHours,
  isWithinHours,
  nextMoscowMidnight,
  getNextSwitch,
  type RuleHours,
} from './hours-of-rule.ts';

const at = (moscow: string) => new Date(`${moscow}+03:00`);
const NIGHT: RuleHours = { days: [1], from: '22:00', to: '06:00' };

test('the next midnight of Moscow is ahead, at midnight itself a whole day', () => {
  expect(nextMoscowMidnight(at('2026-09-15T23:59'))).toEqual(at('2026-09-16T00:00'));
  expect(nextMoscowMidnight(at('2026-09-16T00:00'))).toEqual(at('2026-09-17T00:00'));
});

// 14 September 2026 is a Monday.
test.each([
  ['2026-09-14T21:59', false],
  ['2026-09-14T22:00', true],
  ['2026-09-15T05:59', true],
  ['2026-09-15T06:00', false],
  ['2026-09-15T22:00', false],
])('the night that begins on a Monday holds %s: %s', (moscow, isWithin) => {
  expect(isWithinHours(NIGHT, at(moscow))).toBe(isWithin);
});

test('the next turn is the next edge of the window', () => {
  expect(getNextSwitch(NIGHT, at('2026-09-14T12:00'))).toEqual(at('2026-09-14T22:00'));
  expect(getNextSwitch(NIGHT, at('2026-09-14T22:00'))).toEqual(at('2026-09-15T06:00'));
});

test.each<[RuleHours, string]>([
  [{ days: [1, 2, 3, 4, 5, 6], from: '06:00', to: '22:00' }, 'пн–сб 6–22'],
  [{ days: [1, 3, 4], from: '06:30', to: '22:00' }, 'пн, ср, чт 6:30–22'],
  [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }, 'ежедневно'],
])('%o is «%s»', (hours, text) => {
  expect(formatHours(hours)).toBe(text);
});
