import type { Clock } from './clock.ts';

/**
 * Allows each taker `most` of something within any period of `seconds`. A call either takes one and returns 0, or
 * takes none and returns the seconds until the next is available.
 */
export function slidingWindowLimit<Taker>(
  clock: Clock,
  max: number,
  seconds: number,
): (taker: Taker) => number {
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
    if (recent.length >= max) return Math.ceil((recent[0]! - since) / 1000);
    taken.delete(taker);
    taken.set(taker, [...recent, now]);
    return 0;
  };
}
