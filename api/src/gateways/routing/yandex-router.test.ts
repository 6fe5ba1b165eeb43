import { describe, expect, test } from 'vitest';
import { NO_WAY, POINTS, routerWire, routeToTver } from '../../testing/wires/router-wire.ts';
import { RoutingUnavailable, type Point } from './router.ts';
import { yandexRouter } from './yandex-router.ts';

const wire = routerWire();

describe('the adapter of Yandex', () => {
  const step = (points: Point[], length: number, duration: number) => ({
    length,
    duration,
    mode: 'truck',
    polyline: { points },
  });
  const reply = (status: string, hasTolls: boolean) => ({
    traffic_type: 'disabled',
    route: {
      legs: [
        {
          status,
          steps: [
            step([[55.75, 37.61] as Point, [56.3, 36.7] as Point], 100_000.2, 5000),
            step([[56.3, 36.7] as Point, [56.86, 35.9] as Point], 78_431.2, 4120.6),
          ],
        },
      ],
      flags: { hasTolls },
    },
  });

  test('§9.20 latitude goes first, tolls are avoided, the steps are one line', async () => {
    const url = await wire.say({ body: reply('OK', false) });
    expect(await yandexRouter({ baseUrl: url, key: 'secret' }).route(POINTS, { avoidTolls: true })).toEqual(
      routeToTver(),
    );
    expect(wire.last().path).toMatch(/^\/v2\/route\?/);
    expect(wire.searched()).toMatchObject({
      apikey: 'secret',
      waypoints: '55.75,37.61|56.86,35.9',
      mode: 'truck',
      avoid_tolls: 'true',
    });
  });

  test('a leg that failed is an outcome, a wrong key says nothing about roads', async () => {
    const url = await wire.say({ body: reply('FAIL', false) });
    const router = yandexRouter({ baseUrl: url, key: 'secret' });
    expect(await router.route(POINTS, { avoidTolls: true })).toEqual(NO_WAY);
    const refused = await wire.say({ status: 401, body: { errors: ['Unauthorized'] } });
    await expect(
      yandexRouter({ baseUrl: refused, key: 'wrong' }).route(POINTS, { avoidTolls: true }),
    ).rejects.toThrow(RoutingUnavailable);
  });
});
