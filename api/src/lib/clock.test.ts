import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { manualClock, movableClock } from './clock.ts';

test('a manual clock stands still until it is moved', () => {
  const clock = manualClock('2026-11-21T12:00:00+03:00');
  expect(clock.now().toISOString()).toBe('2026-11-21T09:00:00.000Z');
  clock.advanceSeconds(90);
  expect(clock.now().toISOString()).toBe('2026-11-21T09:01:30.000Z');
});

test('a manual clock refuses what is no time', () => {
  expect(() => manualClock('yesterday')).toThrow(RangeError);
});

test('a clock that was moved ahead stays ahead in the next process', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'magistral-clock-'));
  try {
    const file = path.join(folder, 'data', 'clock-ahead');
    movableClock(file).advanceSeconds(3600);
    movableClock(file).advanceSeconds(1);
    expect(movableClock(file).now().getTime() - Date.now()).toBeGreaterThan(3_600_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
