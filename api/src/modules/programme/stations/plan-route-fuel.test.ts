import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexRoute } from '#contract/fleet/find-on-route.ts';
import { kopecks } from '#contract/kopecks.ts';
import { readRoads } from '../../../gateways/routing/roads.ts';
import type { Point } from '../../../gateways/routing/router.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { generateStations } from './generate-stations.ts';
import { type Station, writeStations } from './stations.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  await api.ctx.db.inSystem((tx) => writeStations(tx, generateStations(readRoads())));
});
afterAll(() => api?.stop());

const MOSCOW_ROSTOV = '55.756,37.617;47.222,39.72';
const TRUCK = {
  points: MOSCOW_ROSTOV,
  tank_litres: 400,
  litres_per_100km: 32,
  start_litres: 120,
  reserve_litres: 40,
};

const plan = (change: object) => api.post('/api/route/fuel-plan', { json: { ...TRUCK, ...change } });

test('§2.100 a visitor’s plan never runs dry, and its sums are those of its stops', async () => {
  const { status, body } = await plan({});
  expect(status).toBe(200);
  const { stops, route, sum, litres, end_litres: end } = body.data;
  expect(stops.length).toBeGreaterThan(0);
  let fuel = TRUCK.start_litres;
  let along = 0;
  for (const stop of stops) {
    fuel -= ((stop.along_m - along + stop.detour_m / 2) / 100_000) * 32;
    expect(stop.arrival_litres).toBeCloseTo(fuel, 0);
    expect(stop.arrival_litres).toBeGreaterThanOrEqual(40);
    expect(stop.sum).toBeCloseTo(stop.litres * stop.station.price_dt, 1);
    fuel += stop.litres;
    expect(fuel).toBeLessThanOrEqual(401);
    fuel -= (stop.detour_m / 2 / 100_000) * 32;
    along = stop.along_m;
  }
  expect(fuel - ((route.distance_m - along) / 100_000) * 32).toBeCloseTo(end, 0);
  expect(end).toBeGreaterThanOrEqual(40);
  expect(stops.reduce((total: number, stop: { sum: number }) => total + stop.sum, 0)).toBeCloseTo(sum, 2);
  expect(litres).toBeGreaterThan(200);
});

test('calls 1: a form plans as JSON does, one network and one limit too', async () => {
  const { sum } = (await plan({ partners: [1], limits: [{ partner_id: 1, unit: 'amount', left: 900.5 }] }))
    .body.data;
  const form = {
    ...TRUCK,
    partners: 1,
    'limits[0][partner_id]': 1,
    'limits[0][unit]': 'amount',
    'limits[0][left]': '900,5',
  };
  const input = await api.post('/api/route/fuel-plan', { form });
  expect(input.body).toMatchObject({ code: 200, data: { sum } });
  const wrong = await api.post('/api/route/fuel-plan', {
    form: { ...form, tank_litres: 'много', partners: 99 },
  });
  expect(wrong.body.error_messages).toEqual({
    tank_litres: ['Укажите число'],
    'partners.0': ['Неизвестная сеть'],
  });
});

test('§2.100 fewer networks never make it cheaper, and each stop takes the card', async () => {
  const all = (await plan({})).body.data;
  const own = (await plan({ partners: [1] })).body.data;
  expect(own.sum).toBeGreaterThanOrEqual(all.sum);
  for (const stop of own.stops) expect(['Роснефть', 'Башнефть']).toContain(stop.station.brand);
});

test('§2.100 a full tank that suffices buys nothing', async () => {
  const { body } = await plan({ tank_litres: 1200, start_litres: 1200 });
  expect(body.data).toMatchObject({ stops: [], sum: 0, litres: 0 });
});

test('§2.100 a plan spends no more of a card than its limit leaves, and names that limit', async () => {
  const free = (await plan({ partners: [1, 2] })).body.data;
  const listBoughtIn = (data: typeof free, brands: string[]) =>
    data.stops
      .filter((stop: { station: { brand: string } }) => brands.includes(stop.station.brand))
      .reduce((tenths: number, stop: { litres: number }) => tenths + Math.round(stop.litres * 10), 0) / 10;
  const RN = ['Роснефть', 'Башнефть'];
  const inRn = listBoughtIn(free, RN);
  const [network, brands] = inRn > 0 ? [1, RN] : [2, ['Газпромнефть']];
  const used = listBoughtIn(free, brands as string[]);
  expect(used).toBeGreaterThan(20);

  const left = Math.floor(used / 2);
  const withinLimit = (
    await plan({ partners: [1, 2], limits: [{ partner_id: network, unit: 'amount', left }] })
  ).body.data;
  expect(listBoughtIn(withinLimit, brands as string[])).toBeLessThanOrEqual(left);
  expect(withinLimit.sum).toBeGreaterThanOrEqual(free.sum);
  expect(withinLimit.limits).toEqual([
    { partner_id: network, litres: left, bought: listBoughtIn(withinLimit, brands as string[]) },
  ]);

  const rubles = left * 70;
  const paid = (
    await plan({ partners: [1, 2], limits: [{ partner_id: network, unit: 'sum', left: rubles }] })
  ).body.data;
  const sum = paid.stops
    .filter((stop: { station: { brand: string } }) => (brands as string[]).includes(stop.station.brand))
    .reduce((total: number, stop: { sum: number }) => total + stop.sum, 0);
  expect(sum).toBeLessThanOrEqual(rubles);
});

test('a plan’s use of a limit is shown without rounding noise', async () => {
  const limits = [{ partner_id: 1, unit: 'amount', left: 5000 }];
  const small = { tank_litres: 150, start_litres: 100.3, reserve_litres: 12.7, partners: [1], limits };
  for (const points of [MOSCOW_ROSTOV, '55.756,37.617;56.838,60.605', '56.838,60.605;47.222,39.72']) {
    const { bought } = (await plan({ ...small, points })).body.data.limits[0];
    expect(bought).toBe(Number(bought.toFixed(1)));
  }
});

test('a card with two limits, in rubles and in litres, is planned past neither of them', async () => {
  const narrow = { partner_id: 1, unit: 'amount', left: 350 };
  const wide = { partner_id: 1, unit: 'sum', left: 1_000_000 };
  const alone = (await plan({ limits: [narrow] })).body.data;
  expect(alone.limits).toEqual([{ partner_id: 1, litres: 350, bought: expect.any(Number) }]);
  for (const limits of [
    [narrow, wide],
    [wide, narrow],
  ])
    expect((await plan({ limits })).body.data.limits).toEqual(alone.limits);
});

test('limits that bind nothing change nothing, and too many at once are refused', async () => {
  const wide = [1, 2, 3, 4].map((partner_id) => ({ partner_id, unit: 'amount', left: 1e9 }));
  const free = (await plan({})).body.data;
  expect((await plan({ limits: wide })).body.data).toMatchObject({ stops: free.stops, sum: free.sum });
  const dry = await plan({ limits: wide.map((item) => ({ ...item, left: 0 })) });
  expect(dry.body.error_messages?.tank_litres?.[0]).toContain('остатками лимитов карт');
});

test('a stretch that no tank spans is named', async () => {
  const refused = await plan({ tank_litres: 45, start_litres: 45, reserve_litres: 40 });
  expect(refused.status).toBe(400);
  expect(refused.body.error_messages?.tank_litres?.[0]).toMatch(/топлива не хватит .*-(м|го) км/);
});

test.each([
  ['tank_litres', { tank_litres: 0 }],
  ['tank_litres', { tank_litres: 1e9 }],
  ['litres_per_100km', { litres_per_100km: 'много' }],
  ['start_litres', { start_litres: 500 }],
  ['start_litres', { start_litres: 10 }],
  ['reserve_litres', { reserve_litres: 400 }],
  ['points', { points: '55,37' }],
  ['partners', { partners: [7] }],
  ['limits', { limits: [{ partner_id: 1, unit: 'amount', left: -1 }] }],
])('a plan with a wrong %s is refused on its field', async (field, change) => {
  const refused = await plan(change);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.error_messages ?? {}).join()).toContain(field);
});

test('the base map’s roads are public and lead through places', async () => {
  const { body } = await api.get('/api/road-map');
  expect(body.data.cities.length).toBeGreaterThan(200);
  for (const { path } of body.data.highways) expect(path.length).toBeGreaterThan(1);
});

/** The list becomes these stations: on the equator degrees are as long to the east as to the north. */
function givenStations(stations: readonly { lat: number; lon: number; price: number }[]): Promise<void> {
  const like = generateStations(readRoads())[0] as Station;
  const list = stations.map(({ lat, lon, price }): Station => ({
    ...like,
    lat,
    lon,
    brand: 'Роснефть',
    dieselPrice: kopecks(price),
  }));
  return api.ctx.db.inSystem((tx) => writeStations(tx, list));
}

/** The road leads straight from point to point. */
function givenStraightRoads(): void {
  api.ctx.routing = {
    route: async (points) => {
      const path: Point[] = [...points];
      const distanceM = indexRoute(path).lengthM;
      return {
        found: true,
        route: { path, distanceM, durationS: 1, tollsAvoided: true, provider: 'straight' },
      };
    },
  };
}

test('one visitor’s small call does not use up memory and processor', async () => {
  givenStraightRoads();
  await givenStations([{ lat: 0, lon: 39, price: 7000 }]);
  const before = process.resourceUsage().maxRSS;
  const { status, body } = await plan({
    points: '0,30;0,50',
    tank_litres: 3000,
    litres_per_100km: 150,
    start_litres: 2000,
    limits: [{ partner_id: 1, unit: 'amount', left: 133 }],
  });
  expect(status, JSON.stringify(body)).toBe(400);
  expect(body.error_messages?.tank_litres?.[0]).toContain('остатками лимитов карт');
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(150_000);
});

test('fifty points to and fro between hundreds of stations are refused as too long', async () => {
  givenStraightRoads();
  await givenStations(
    Array.from({ length: 500 }, (_, index) => ({ lat: 0, lon: 31 + index / 100, price: 7000 })),
  );
  const points = Array.from({ length: 50 }, (_, index) => (index % 2 ? '0,40' : '0,30')).join(';');
  const { status, body } = await plan({ points });
  expect(status).toBe(400);
  expect(body.error_messages?.points?.[0]).toContain('слишком длинный');
});

test('§2.100 a trip there and back costs what a road twice as long costs', async () => {
  givenStraightRoads();
  const random = seededRandom(20261122);
  let stopsOfBothWays = 0;
  for (let run = 0; run < 25; run += 1) {
    const stations = Array.from({ length: 6 }, () => ({
      lat: (random.next() - 0.5) * 0.05,
      lon: 30 + random.next() * 9.9,
      price: 7000 + Math.floor(random.next() * 500),
    }));
    const wish = {
      tank_litres: 150 + Math.floor(random.next() * 250),
      litres_per_100km: 32,
      start_litres: 120,
    };
    await givenStations(stations);
    const return_ = await plan({ ...wish, points: '0,30;0,40;0,30' });
    await givenStations([...stations, ...stations.map((station) => ({ ...station, lon: 80 - station.lon }))]);
    const straight = await plan({ ...wish, points: '0,30;0,50' });
    expect(return_.status).toBe(straight.status);
    if (straight.status !== 200) continue;
    const { sum, litres, end_litres: end, stops } = straight.body.data;
    expect(return_.body.data).toMatchObject({ sum, litres, end_litres: end, stations: stations.length });
    stopsOfBothWays += new Set(stops.map((stop: { along_m: number }) => stop.along_m > 1_113_000)).size - 1;
  }
  expect(stopsOfBothWays).toBeGreaterThan(5);
});
