import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { serveWire, type WireServer } from '../../../testing/wires/serve-wire.ts';

let router: WireServer;
let api: TestApi;

beforeAll(async () => {
  const polyline = {
    points: [
      [55.75, 37.61],
      [56.3, 36.7],
      [56.86, 35.9],
    ],
  };
  const leg = { status: 'OK', steps: [{ length: 178_431, duration: 9121, polyline }] };
  router = await serveWire(() => ({ body: { route: { legs: [leg] } } }));
  api = await startApi({
    jobs: false,
    env: { ROUTER: 'yandex', ROUTER_URL: router.url, ROUTER_KEY: 'secret' },
  });
});
afterAll(async () => {
  await api?.stop();
  await router?.stop();
});

test.each([
  ',;,',
  '55.75,;56.86,35.9',
  '55.75,37.61;,35.9',
  '0x37,0x25;56.86,35.9',
  '55.75,37.61,3;56.86,35.9',
])('a point that is no pair of numbers is nowhere, not on the equator: %s', async (points) => {
  const requested = router.requests.length;
  const answer = await api.get(`/api/route?points=${points}`);
  // The error stands under the name of the field that was sent. `points.1` is not a field of the request.
  expect(answer.body).toMatchObject({
    code: 400,
    error_messages: { points: ['Точка указывается как широта,долгота'] },
  });
  expect(router.requests).toHaveLength(requested);
});

test('too many points are refused with the maximum, not as missing points', async () => {
  for (const many of [51, 500]) {
    const points = Array.from({ length: many }, () => '55.75,37.61').join(';');
    const answer = await api.get(`/api/route?points=${points}`);
    expect(answer.body).toMatchObject({ code: 400, error_messages: { points: ['Не больше 50 точек'] } });
  }
});

test('§2.100 the operator pays once for the trip whose stations and plans are asked for', async () => {
  const points = '55.75,37.61;56.86,35.9';
  const truck = { points, litres_per_100km: 32, start_litres: 120, reserve_litres: 40 };
  expect((await api.get(`/api/route?points=${points}`)).body.data.distance_m).toBe(178_431);
  for (const tank_litres of [400, 600]) {
    const { status } = await api.post('/api/route/fuel-plan', { json: { ...truck, tank_litres } });
    expect(status).toBe(200);
  }
  expect(router.requests).toHaveLength(1);
});
