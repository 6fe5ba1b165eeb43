import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { onceAMinute } from './once-a-minute.ts';

test('each place is logged once a minute, with how many were left out since', () => {
  const clock = manualClock('2026-11-28T09:00:00Z');
  const limitLog = onceAMinute(clock);
  expect([limitLog('a'), limitLog('a'), limitLog('b'), limitLog('a')]).toEqual([0, null, 0, null]);
  clock.advanceSeconds(59);
  expect(limitLog('a')).toBeNull();
  clock.advanceSeconds(1);
  expect([limitLog('a'), limitLog('b'), limitLog('b')]).toEqual([3, 0, null]);
});

test('places without number share one line, and those of a minute ago are forgotten', () => {
  const clock = manualClock('2026-11-28T09:00:00Z');
  const limitLog = onceAMinute(clock);
  const results = Array.from({ length: 20_000 }, (_, index) => limitLog(`early ${index}`));
  expect(results.filter((value) => value !== null)).toHaveLength(5001);
  clock.advanceSeconds(60);
  expect([limitLog('late'), limitLog('later'), limitLog('late')]).toEqual([0, 0, null]);
});
