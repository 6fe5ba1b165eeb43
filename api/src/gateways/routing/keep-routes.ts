import type { Clock } from '../../lib/clock.ts';
import type { RouteOutcome, Router } from './router.ts';

const KEPT_MS = 24 * 3600 * 1000;
const KEPT_ROUTES = 300;
/** Points of all cached lines together, some 25 MB. */
const KEPT_POINTS = 300_000;

interface Kept {
  outcome: Promise<RouteOutcome>;
  until: number;
  points: number;
}

/**
 * Asks a router only once a day for the same points: the stations of a trip, its fuel plan and the plan for another tank
 * share one route, and many operators pay for each. The least recently used is dropped first; failures are not cached.
 */
export function keepRoutes(router: Router, clock: Clock): Router {
  // A map keeps the order of insertion: a used entry is inserted again, so the first is the least recently used.
  const kept = new Map<string, Kept>();

  async function weigh(key: string, mine: Kept): Promise<void> {
    try {
      const outcome = await mine.outcome;
      mine.points = outcome.found ? outcome.route.path.length : 0;
      forgetUnused(kept);
    } catch {
      if (kept.get(key) === mine) kept.delete(key);
    }
  }

  return {
    route(points, wish) {
      const key = JSON.stringify([wish.avoidTolls, points]);
      const now = clock.now().getTime();
      const known = kept.get(key);
      kept.delete(key);
      if (known && known.until > now) {
        kept.set(key, known);
        return known.outcome;
      }
      const mine = { outcome: router.route(points, wish), until: now + KEPT_MS, points: 0 };
      kept.set(key, mine);
      void weigh(key, mine);
      return mine.outcome;
    },
  };
}

function forgetUnused(kept: Map<string, Kept>): void {
  let points = [...kept.values()].reduce((sum, one) => sum + one.points, 0);
  for (const [key, one] of kept) {
    if (kept.size <= KEPT_ROUTES && points <= KEPT_POINTS) return;
    kept.delete(key);
    points -= one.points;
  }
}
