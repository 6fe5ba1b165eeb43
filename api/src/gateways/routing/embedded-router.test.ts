import { expect, test } from 'vitest';
import { embeddedRouter } from './embedded-router.ts';
import { listLegs, getPairKey, readRoads } from './roads.ts';
import type { Point, Route } from './router.ts';

const roads = readRoads();
const router = embeddedRouter(roads);
const MOSCOW: Point = [55.756, 37.617];
const PETERSBURG: Point = [59.934, 30.335];

async function findRoute(points: Point[], avoidTolls = true): Promise<Route> {
  const outcome = await router.route(points, { avoidTolls });
  if (!outcome.found) throw new Error(outcome.reason);
  return outcome.route;
}

test('§9.20 a route never runs over a toll leg, and the toll road wins where it is allowed', async () => {
  const free = await findRoute([MOSCOW, PETERSBURG]);
  const tolled = await findRoute([MOSCOW, PETERSBURG], false);
  expect(free).toMatchObject({ tollsAvoided: true, provider: 'embedded' });
  expect(tolled.durationS).toBeLessThan(free.durationS);
  expect(free.distanceM / 1000).toBeGreaterThan(650);
  expect(free.distanceM / 1000).toBeLessThan(850);

  const cities = new Map(roads.cities.map((city) => [`${city.lat},${city.lon}`, city.name]));
  const freePairs = new Set(
    listLegs(roads).flatMap((leg) => (leg.toll ? [] : [getPairKey(leg.from.name, leg.to.name)])),
  );
  const passedCities = free.path.map(([lat, lon]) => cities.get(`${lat},${lon}`) as string);
  for (const [index, name] of passedCities.slice(1).entries()) {
    expect(freePairs).toContain(getPairKey(passedCities[index] as string, name));
  }
});

test('§2.100 points between cities join the road where they are, and one leg needs no city', async () => {
  const halfway = await findRoute([
    [54.5, 37.46],
    [54.4, 37.5],
  ]);
  expect(halfway.distanceM).toBeLessThan(60_000);
  const three = await findRoute([MOSCOW, [56.859, 35.918], PETERSBURG]);
  expect(three.path[0]).toEqual(MOSCOW);
  expect(three.path.at(-1)).toEqual(PETERSBURG);
  const there = await findRoute([MOSCOW, [43.115, 131.885]]);
  expect(there.distanceM).toBeGreaterThan(8_000_000);
});

test.each<[string, Point, RegExp]>([
  ['Kaliningrad, which no road of ours leads to', [54.71, 20.51], /нет дороги/],
  ['Norilsk, far from every road', [69.35, 88.2], /нет автодороги/],
  ['the ocean', [40, -30], /нет автодороги/],
])('a route to %s is refused with a Russian sentence', async (_, to, reason) => {
  const outcome = await router.route([MOSCOW, to], { avoidTolls: true });
  expect(outcome).toMatchObject({ found: false, reason: expect.stringMatching(reason) });
});
