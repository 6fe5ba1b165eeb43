import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;
/** Whoever comes from more places than that is told in one line for all of them. */
const MAX_PLACES = 5000;
const OTHERS = 'others';

/**
 * What may happen without end is told once a minute and place. The function it gives says how many were left out since the
 * last one that was told, and null where this one is left out too.
 */
export function onceAMinute(clock: Clock): (place: string) => number | null {
  const told = new Map<string, { at: number; leftOut: number }>();
  return (from) => {
    const now = clock.now().getTime();
    if (!told.has(from) && told.size >= MAX_PLACES) forgetOlder(told, now - MINUTE_MS);
    const place = told.has(from) || told.size < MAX_PLACES ? from : OTHERS;
    const last = told.get(place);
    if (last !== undefined && now - last.at < MINUTE_MS) {
      last.leftOut += 1;
      return null;
    }
    told.set(place, { at: now, leftOut: 0 });
    return last?.leftOut ?? 0;
  };
}

function forgetOlder(told: Map<string, { at: number }>, than: number): void {
  for (const [place, { at }] of told) if (at <= than) told.delete(place);
}
