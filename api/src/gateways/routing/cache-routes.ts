import type { Clock } from '../../lib/clock.ts';
import type { RouteOutcome, Router } from './router.ts';

const CACHE_MS = 24 * 3600 * 1000;
const MAX_CACHED_ROUTES = 300;
/** Points of all cached lines together, some 25 MB. */
const MAX_CACHED_POINTS = 300_000;

interface CachedRoute {
  outcome: Promise<RouteOutcome>;
  until: number;
  points: number;
}

/**
 * Asks a router only once a day for the same points: the stations of a trip, its fuel plan and the plan for another tank
 * share one route, and many operators pay for each. The least recently used is dropped first; failures are not cached.
 */
export function cacheRoutes(router: Router, clock: Clock): Router {
  // A map stores the order of insertion. A used entry is inserted again, so the first is the least recently used.
  const cache = new Map<string, CachedRoute>();

  async function weigh(key: string, mine: CachedRoute): Promise<void> {
    try {
      const outcome = await mine.outcome;
      mine.points = outcome.found ? outcome.route.path.length : 0;
      forgetUnused(cache);
    } catch {
      if (cache.get(key) === mine) cache.delete(key);
    }
  }

  return {
    route(points, wish) {
      const key = JSON.stringify([wish.avoidTolls, points]);
      const now = clock.now().getTime();
      const known = cache.get(key);
      cache.delete(key);
      if (known && known.until > now) {
        cache.set(key, known);
        return known.outcome;
      }
      const mine = { outcome: router.route(points, wish), until: now + CACHE_MS, points: 0 };
      cache.set(key, mine);
      void weigh(key, mine);
      return mine.outcome;
    },
  };
}

function forgetUnused(cache: Map<string, CachedRoute>): void {
  let points = [...cache.values()].reduce((sum, item) => sum + item.points, 0);
  for (const [key, one] of cache) {
    if (cache.size <= MAX_CACHED_ROUTES && points <= MAX_CACHED_POINTS) return;
    cache.delete(key);
    points -= one.points;
  }
}
