import { expect, test } from 'vitest';
import { manualClock } from './clock.ts';
import { onceAMinute } from './once-a-minute.ts';

test('each place is told once a minute, with how many were left out since', () => {
  const clock = manualClock('2026-11-28T09:00:00Z');
  const tell = onceAMinute(clock);
  expect([tell('a'), tell('a'), tell('b'), tell('a')]).toEqual([0, null, 0, null]);
  clock.advanceSeconds(59);
  expect(tell('a')).toBeNull();
  clock.advanceSeconds(1);
  expect([tell('a'), tell('b'), tell('b')]).toEqual([3, 0, null]);
});

test('places without number share one line, and those of a minute ago are forgotten', () => {
  const clock = manualClock('2026-11-28T09:00:00Z');
  const tell = onceAMinute(clock);
  const told = Array.from({ length: 20_000 }, (_, index) => tell(`early ${index}`));
  expect(told.filter((one) => one !== null)).toHaveLength(5001);
  clock.advanceSeconds(60);
  expect([tell('late'), tell('later'), tell('late')]).toEqual([0, 0, null]);
});
