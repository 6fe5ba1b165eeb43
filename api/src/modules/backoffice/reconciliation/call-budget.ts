import type { Clock } from '../../../lib/clock.ts';

/** Limits of a comparison for one network: calls, and time. A started page is read to its end. */
export interface CallBudget {
  /** Infinity where nothing limits them. */
  calls: number;
  /** Milliseconds since 1970. */
  until: number;
}

export function makeCallBudget(
  clock: Clock,
  { calls, minutes }: { calls: number; minutes: number },
): CallBudget {
  return { calls, until: clock.now().getTime() + minutes * 60_000 };
}

export function isSpent({ calls, until }: CallBudget, clock: Clock): boolean {
  return calls <= 0 || clock.now().getTime() >= until;
}

/** Gives a part of the remaining budget; what the part spends is taken from the whole, too. */
export function partOfBudget(whole: CallBudget, clock: Clock, part: number): CallBudget {
  const reserved = whole.calls === Infinity ? 0 : Math.floor(whole.calls * (1 - part));
  const now = clock.now().getTime();
  return {
    get calls() {
      return whole.calls - reserved;
    },
    set calls(left) {
      whole.calls = left + reserved;
    },
    until: whole.until === Infinity ? Infinity : now + (whole.until - now) * part,
  };
}
