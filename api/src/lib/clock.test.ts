import { expect, test } from 'vitest';
import { manualClock } from './clock.ts';

test('a manual clock stands still until it is told to go on', () => {
  const clock = manualClock('2026-11-21T12:00:00+03:00');
  expect(clock.now().toISOString()).toBe('2026-11-21T09:00:00.000Z');
  clock.advanceSeconds(90);
  expect(clock.now().toISOString()).toBe('2026-11-21T09:01:30.000Z');
});

test('a manual clock refuses what is no time', () => {
  expect(() => manualClock('yesterday')).toThrow(RangeError);
});
