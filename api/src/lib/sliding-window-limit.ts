import type { Clock } from './clock.ts';

/**
 * Allows each taker `most` of something within any period of `seconds`. A call either takes one and returns 0, or
 * takes none and returns the seconds until the next is available.
 */
export function slidingWindowLimit<Taker>(
  clock: Clock,
  most: number,
  seconds: number,
): (taker: Taker) => number {
  // A map keeps insertion order: the first entry has taken nothing for longest.
  const taken = new Map<Taker, number[]>();
  return (taker) => {
    const now = clock.now().getTime();
    const since = now - seconds * 1000;
    for (const [other, times] of taken) {
      if (times.at(-1)! > since) break;
      taken.delete(other);
    }
    // What lies ahead was taken before the clock was set back.
    const recent = (taken.get(taker) ?? []).filter((time) => time > since && time <= now);
    if (recent.length >= most) return Math.ceil((recent[0]! - since) / 1000);
    taken.delete(taker);
    taken.set(taker, [...recent, now]);
    return 0;
  };
}
