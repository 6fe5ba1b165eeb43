import { describe, expect, test } from 'vitest';
import { NO_WAY, POINTS, routerWire, wayToTver } from '../../testing/router-wire.ts';
import type { WireReply } from '../../testing/serve-wire.ts';
import { osrmRouter } from './osrm-router.ts';
import { RoutingUnavailable } from './router.ts';

const OK = {
  code: 'Ok',
  routes: [
    {
      distance: 178_431.4,
      duration: 9120.6,
      geometry: {
        type: 'LineString',
        coordinates: [
          [37.61, 55.75],
          [37.6101, 55.7501],
          [36.7, 56.3],
          [35.9, 56.86],
        ],
      },
      legs: [],
    },
  ],
  waypoints: [],
};

const wire = routerWire();
const routerThatSays = async (...replies: WireReply[]) => osrmRouter({ baseUrl: await wire.say(...replies) });

describe('the adapter of OSRM', () => {
  test('§9.20 longitude goes first, tolls are excluded, and the line comes back latitude first', async () => {
    const router = await routerThatSays({ body: OK });
    expect(await router.route(POINTS, { avoidTolls: true })).toEqual(wayToTver('osrm'));
    expect(wire.last().path).toBe(
      '/route/v1/driving/37.61,55.75;35.9,56.86?overview=full&geometries=geojson&steps=false&exclude=toll',
    );
  });

  test('a server without toll classes is asked again, and the route does not claim to avoid tolls', async () => {
    const invalid = {
      status: 400,
      body: { code: 'InvalidValue', message: 'Exclude flag combination is not supported.' },
    };
    const router = await routerThatSays(invalid, { body: OK });
    expect(await router.route(POINTS, { avoidTolls: true })).toMatchObject({
      route: { tollsAvoided: false },
    });
    expect(wire.last().path).not.toContain('exclude');
  });

  test('no route is an outcome, not a failure', async () => {
    const router = await routerThatSays({
      status: 400,
      body: { code: 'NoRoute', message: 'Impossible route' },
    });
    expect(await router.route(POINTS, { avoidTolls: true })).toEqual(NO_WAY);
  });

  test('an unknown code says nothing about roads', async () => {
    const router = await routerThatSays({ body: { code: 'Tired' } });
    await expect(router.route(POINTS, { avoidTolls: false })).rejects.toThrow(RoutingUnavailable);
  });

  test('a route without a line says nothing about roads', async () => {
    const router = await routerThatSays({ body: { code: 'Ok', routes: [{ distance: 1, duration: 1 }] } });
    await expect(router.route(POINTS, { avoidTolls: false })).rejects.toThrow(RoutingUnavailable);
  });
});
