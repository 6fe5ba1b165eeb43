import type { Clock } from '../clock.ts';

export interface WindowShare {
  /** Seconds until the next one is available; 0: one was taken. */
  waitSeconds: number;
  /** Calls left of the share now. */
  remaining: number;
  /** Seconds until the oldest of what was taken is given back. */
  resetSeconds: number;
}

/**
 * Allows each taker `max` of something within any period of `seconds`. A call either takes one, or takes none and says
 * how long to wait.
 */
export function slidingWindow<Taker>(
  clock: Clock,
  max: number,
  seconds: number,
): (taker: Taker) => WindowShare {
  // A map preserves insertion order, so the first entry has been idle longest.
  const taken = new Map<Taker, number[]>();
  return (taker) => {
    const now = clock.now().getTime();
    const since = now - seconds * 1000;
    for (const [other, times] of taken) {
      if (times.at(-1)! > since) break;
      taken.delete(other);
    }
    // Times in the future were taken before the clock was set back.
    const recent = (taken.get(taker) ?? []).filter((time) => time > since && time <= now);
    const resetSeconds = Math.ceil(((recent[0] ?? now) - since) / 1000);
    if (recent.length >= max) return { waitSeconds: resetSeconds, remaining: 0, resetSeconds };
    taken.delete(taker);
    taken.set(taker, [...recent, now]);
    return { waitSeconds: 0, remaining: max - recent.length - 1, resetSeconds };
  };
}

/** Does the same for callers that only ask how long to wait: 0 means that one was taken. */
export function slidingWindowLimit<Taker>(
  clock: Clock,
  max: number,
  seconds: number,
): (taker: Taker) => number {
  const take = slidingWindow<Taker>(clock, max, seconds);
  return (taker) => take(taker).waitSeconds;
}
