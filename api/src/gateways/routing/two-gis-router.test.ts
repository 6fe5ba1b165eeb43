import { describe, expect, test } from 'vitest';
import { NO_WAY, POINTS, routerWire, wayToTver } from '../../testing/router-wire.ts';
import { RoutingUnavailable, type Point } from './router.ts';
import { twoGisRouter } from './two-gis-router.ts';

const wire = routerWire();

const piece = (...selections: string[]) => ({
  outcoming_path: { geometry: selections.map((selection) => ({ selection })) },
});
const result = (change: object = {}) => ({
  status: 'OK',
  result: [
    {
      total_distance: 178_431,
      total_duration: 9121,
      filter_road_types: ['dirt_road'],
      maneuvers: [
        piece('LINESTRING(37.61 55.75, 36.7 56.3)'),
        piece('LINESTRING(36.7 56.3, 35.9 56.86)'),
        { comment: 'Вы приехали' },
      ],
      ...change,
    },
  ],
});
const routeFrom = async (reply: object, points = POINTS) =>
  twoGisRouter({ baseUrl: await wire.say({ body: reply }), key: 'k 1' }).route(points, { avoidTolls: true });

describe('the adapter of 2GIS', () => {
  test('§9.20 a truck’s route is asked for off toll roads, and its pieces are one line', async () => {
    expect(await routeFrom(result())).toEqual(wayToTver('2gis'));
    expect(wire.last()).toMatchObject({ method: 'POST', path: '/routing/7.0.0/global?key=k%201' });
    expect(wire.asked()).toMatchObject({
      points: [
        { type: 'stop', lon: 37.61, lat: 55.75 },
        { type: 'stop', lon: 35.9, lat: 56.86 },
      ],
      transport: 'truck',
      output: 'detailed',
      filters: ['toll_road'],
    });
  });

  test('§9.20 a route that could not keep off a toll road does not claim to', async () => {
    expect(await routeFrom(result({ filter_road_types: ['toll_road'] }))).toMatchObject({
      route: { tollsAvoided: false },
    });
  });

  test('no route, no road nearby and too many points are outcomes', async () => {
    const outcome = (reason: string) => ({ found: false, reason });
    expect(await routeFrom({ type: 'error', status: 'ROUTE_DOES_NOT_EXISTS' })).toEqual(NO_WAY);
    expect(await routeFrom({ status: 'POINT_EXCLUDED' })).toEqual(
      outcome('Рядом с одной из точек нет автодороги'),
    );
    const many = Array.from({ length: 11 }, (_, index): Point => [55 + index / 10, 37]);
    expect(await routeFrom(result(), many)).toEqual(outcome('Слишком много точек маршрута'));
  });

  test.each([
    ['a wrong key', { status: 'FAIL', message: 'Forbidden' }],
    ['a route without a line', result({ maneuvers: [{}] })],
    ['a line in another notation', result({ maneuvers: [piece('POLYGON((0 0))')] })],
  ])('%s is no statement about roads', async (_, reply) => {
    await expect(routeFrom(reply)).rejects.toThrow(RoutingUnavailable);
  });
});
