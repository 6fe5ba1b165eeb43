import { expect, test } from 'vitest';
import { manualClock } from '../../lib/clock.ts';
import { networkBreaker } from './network-breaker.ts';

function given() {
  const clock = manualClock('2026-09-15T09:00:00Z');
  const states: string[] = [];
  const breaker = networkBreaker({ clock, report: (state) => states.push(state) });
  const miss = (...ids: string[]): void => ids.forEach((id) => breaker.unanswered(id));
  const fallSilent = (): void => miss('1', '2', '3', '4', '5');
  return { clock, states, breaker, miss, fallSilent };
}

test('five commands without an answer mean silence, one command five times does not', () => {
  const { breaker, miss } = given();
  miss('1', '1', '1', '1', '1', '1');
  expect(breaker.now().state).toBe('closed');
  miss('2', '3', '4');
  breaker.answered();
  miss('5', '6', '7', '8');
  expect(breaker.now().state).toBe('closed');
  miss('9');
  expect(breaker.now().state).toBe('open');
});

test('the pause before a probe doubles from 2 s to 30 s, anew with each silence', async () => {
  const { clock, states, breaker, miss, fallSilent } = given();
  fallSilent();
  for (const seconds of [2, 4, 8, 16, 30, 30]) {
    clock.advanceSeconds(seconds - 1);
    expect(breaker.room(200)).toBe(0);
    clock.advanceSeconds(1);
    expect(breaker.room(200)).toBe(1);
    expect(await breaker.through(async () => miss('6'))).toBe('passed');
  }
  clock.advanceSeconds(30);
  expect(await breaker.through(async () => breaker.answered())).toBe('recovered');
  expect(breaker.room(200)).toBe(200);
  fallSilent();
  clock.advanceSeconds(2);
  expect(breaker.room(200)).toBe(1);
  expect(states).toEqual(['open', 'closed', 'open']);
});

test('no call starts while a probe is under way', async () => {
  const { clock, breaker, fallSilent } = given();
  fallSilent();
  clock.advanceSeconds(2);
  let end = (): void => {};
  const probe = breaker.through(() => new Promise((resolve) => (end = resolve)));
  let started = 0;
  expect(await breaker.through(async () => void (started += 1))).toBe('held');
  // Answers to commands that were sent before the silence was known change nothing.
  breaker.unanswered('late');
  clock.advanceSeconds(60);
  expect(breaker.room(200)).toBe(0);
  end();
  await probe;
  expect(started).toBe(0);
});

test('a probe that had nothing to ask leaves its turn to the next', async () => {
  const { clock, breaker, fallSilent } = given();
  fallSilent();
  clock.advanceSeconds(2);
  expect(await breaker.through(async () => {})).toBe('passed');
  expect(breaker.room(200)).toBe(1);
});

test('a clock that was set back does not prolong the silence', () => {
  const { clock, breaker, fallSilent } = given();
  fallSilent();
  clock.advanceSeconds(-3600);
  expect(breaker.room(200)).toBe(1);
});
