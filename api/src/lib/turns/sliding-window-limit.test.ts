import { expect, test } from 'vitest';
import { slidingWindowLimit } from './sliding-window-limit.ts';
import { manualClock } from '../clock.ts';

test('a clock set back by a day does not block a caller who had used his share', () => {
  const clock = manualClock('2026-09-15T12:00:00+03:00');
  const take = slidingWindowLimit<string>(clock, 2, 60);
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 60]);
  clock.advanceSeconds(-86_400);
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 60]);
});

test('a caller who has waited for the oldest of his share may go on', () => {
  const clock = manualClock('2026-09-15T12:00:00+03:00');
  const take = slidingWindowLimit<string>(clock, 2, 60);
  take('a');
  clock.advanceSeconds(20);
  take('a');
  expect(take('a')).toBe(40);
  clock.advanceSeconds(40);
  expect([take('a'), take('a')]).toEqual([0, 20]);
});
