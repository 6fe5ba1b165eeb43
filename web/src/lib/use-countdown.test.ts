import { expect, test } from 'vitest';
import { secondsUntil } from './use-countdown.ts';

test('a tab that slept wakes with the right number, never below zero', () => {
  expect(secondsUntil(45_000, 0)).toBe(45);
  expect(secondsUntil(45_000, 100)).toBe(45);
  expect(secondsUntil(45_000, 44_001)).toBe(1);
  expect(secondsUntil(45_000, 45_000)).toBe(0);
  expect(secondsUntil(45_000, 600_000)).toBe(0);
});
