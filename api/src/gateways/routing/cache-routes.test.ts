import { expect, test } from 'vitest';
import { manualClock } from '../../lib/clock.ts';
import { POINTS, routeToTver } from '../../testing/wires/router-wire.ts';
import { cacheRoutes } from './cache-routes.ts';
import type { Point, Router } from './router.ts';

const clock = manualClock('2026-09-15T09:00:00Z');
const tolls = { avoidTolls: true };
const to = (lat: number): Point[] => [POINTS[0]!, [lat, 30]];

/** Caches a router that counts how often it was asked; each of its lines has this many points. */
function makeCachedRouter(linePoints = 3) {
  const line = Array.from({ length: linePoints }, (): Point => [55, 37]);
  const request = { times: 0, broken: false };
  const router: Router = {
    async route() {
      request.times += 1;
      if (request.broken) throw new Error('gone');
      return routeToTver(line);
    },
  };
  return { asked: request, kept: cacheRoutes(router, clock) };
}

test('a paid router is not called again for a new route, but for one of yesterday', async () => {
  const { asked: requested, kept: cached } = makeCachedRouter();
  await Promise.all([cached.route(POINTS, tolls), cached.route([...POINTS], tolls)]);
  clock.advanceSeconds(24 * 3600 - 1);
  expect(await cached.route(POINTS, tolls)).toEqual(await cached.route(POINTS, tolls));
  expect(requested.times).toBe(1);
  await cached.route(POINTS.toReversed(), tolls);
  await cached.route(POINTS, { avoidTolls: false });
  expect(requested.times).toBe(3);
  clock.advanceSeconds(2);
  await cached.route(POINTS, tolls);
  expect(requested.times).toBe(4);
});

test('a router’s failure is remembered', async () => {
  const { asked: requested, kept: cached } = makeCachedRouter();
  requested.broken = true;
  await expect(cached.route(POINTS, tolls)).rejects.toThrow('gone');
  requested.broken = false;
  expect((await cached.route(POINTS, tolls)).found).toBe(true);
});

test('cached routes are limited in number and in the length of their lines', async () => {
  const many = makeCachedRouter();
  for (let lat = 0; lat < 301; lat += 1) {
    await many.kept.route(to(lat / 10), tolls);
    await many.kept.route(to(0), tolls);
  }
  expect(many.asked.times).toBe(301);
  await many.kept.route(to(0.1), tolls);
  expect(many.asked.times).toBe(302);

  const long = makeCachedRouter(100_000);
  for (const lat of [1, 2, 3, 4, 4, 3, 2]) await long.kept.route(to(lat), tolls);
  expect(long.asked.times).toBe(4);
  await long.kept.route(to(1), tolls);
  expect(long.asked.times).toBe(5);
});
