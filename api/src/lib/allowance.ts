import type { Clock } from './clock.ts';

/**
 * Lets each taker have `most` of something in any stretch of so many seconds. Each call takes one and answers 0, or
 * takes none and answers how many seconds are left until the next.
 */
export function allowance<Taker>(clock: Clock, most: number, seconds: number): (taker: Taker) => number {
  // A map keeps the order of insertion: the first is who took nothing for longest.
  const taken = new Map<Taker, number[]>();
  return (taker) => {
    const now = clock.now().getTime();
    const since = now - seconds * 1000;
    for (const [other, times] of taken) {
      if (times.at(-1)! > since) break;
      taken.delete(other);
    }
    const recent = (taken.get(taker) ?? []).filter((time) => time > since);
    if (recent.length >= most) return Math.ceil((recent[0]! - since) / 1000);
    taken.delete(taker);
    taken.set(taker, [...recent, now]);
    return 0;
  };
}
