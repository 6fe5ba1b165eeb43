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
  const logged = new Map<string, { at: number; leftOut: number }>();
  return (from) => {
    const now = clock.now().getTime();
    if (!logged.has(from) && logged.size >= MAX_PLACES) forgetOlder(logged, now - MINUTE_MS);
    const place = logged.has(from) || logged.size < MAX_PLACES ? from : OTHERS;
    const last = logged.get(place);
    if (last !== undefined && now - last.at < MINUTE_MS) {
      last.leftOut += 1;
      return null;
    }
    logged.set(place, { at: now, leftOut: 0 });
    return last?.leftOut ?? 0;
  };
}

function forgetOlder(logged: Map<string, { at: number }>, than: number): void {
  for (const [place, { at }] of logged) if (at <= than) logged.delete(place);
}
