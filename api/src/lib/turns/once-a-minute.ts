import type { Clock } from '../clock.ts';

const MINUTE_MS = 60_000;
/** Reports from more places than this share one line. */
const MAX_PLACES = 5000;
const OTHERS = 'others';

/**
 * Limits a repeated report to once a minute and place. The returned function gives the number of reports skipped since
 * the last one, or null when this one is skipped too.
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
