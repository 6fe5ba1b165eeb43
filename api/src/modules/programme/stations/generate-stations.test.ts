import { expect, test } from 'vitest';
import { STATIONS_CLAIM } from '#contract/limits.ts';
import { embeddedRouter } from '../../../gateways/routing/embedded-router.ts';
import { readRoads } from '../../../gateways/routing/roads.ts';
import { generateStations } from './generate-stations.ts';

const stations = generateStations(readRoads());

test('§1.28 §9.34 there are more than 2400 stations, and each start makes the same ones', () => {
  expect(stations.length).toBeGreaterThan(STATIONS_CLAIM);
  expect(generateStations(readRoads())).toEqual(stations);
});

test('§3.26 every station has a plausible place, address, brand and price', () => {
  for (const station of stations) {
    expect(station.lat).toBeGreaterThan(41);
    expect(station.lat).toBeLessThan(71);
    expect(station.lon).toBeGreaterThan(19);
    expect(station.lon).toBeLessThan(180);
    for (const text of [
      station.region,
      station.city,
      station.street,
      station.house,
      station.brand,
      station.name,
      station.ownType,
    ])
      expect(text).not.toBe('');
    if (station.dieselPrice !== null) {
      expect(station.dieselPrice).toBeGreaterThan(70_00);
      expect(station.dieselPrice).toBeLessThan(95_00);
    }
  }
  const brands = new Set(stations.map((station) => station.brand));
  for (const brand of ['Роснефть', 'Газпромнефть', 'Татнефть']) expect(brands).toContain(brand);
});

test('§9.21 a long route passes stations that lie within 0.03 of its line', async () => {
  const outcome = await embeddedRouter(readRoads()).route(
    [
      [55.756, 37.617],
      [47.236, 39.712],
    ],
    { avoidTolls: true },
  );
  if (!outcome.found) throw new Error(outcome.reason);
  const { path } = outcome.route;
  const near = stations.filter(({ lat, lon }) =>
    path.slice(1).some(([toLat, toLon], index) => {
      const [fromLat, fromLon] = path[index] as readonly [number, number];
      const [dy, dx] = [toLat - fromLat, toLon - fromLon];
      const at = Math.min(
        1,
        Math.max(0, ((lat - fromLat) * dy + (lon - fromLon) * dx) / (dx * dx + dy * dy || 1)),
      );
      return Math.hypot(lat - fromLat - at * dy, lon - fromLon - at * dx) <= 0.03;
    }),
  );
  expect(near.length).toBeGreaterThan(40);
});
