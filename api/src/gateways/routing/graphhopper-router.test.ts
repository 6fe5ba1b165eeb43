import { describe, expect, test } from 'vitest';
import { POINTS, routerWire, wayToTver } from '../../testing/router-wire.ts';
import { graphhopperRouter } from './graphhopper-router.ts';

const wire = routerWire();

describe('the adapter of GraphHopper', () => {
  const paths = (kind: string) => ({
    paths: [
      {
        distance: 178_431.4,
        time: 9_120_600,
        points: {
          type: 'LineString',
          coordinates: [
            [37.61, 55.75],
            [35.9, 56.86],
          ],
        },
        details: { toll: [[0, 1, kind]] },
      },
    ],
  });

  test('§9.20 longitude goes first, the model keeps off tolls, the key goes in the address', async () => {
    const url = await wire.say({ body: paths('no') });
    const router = graphhopperRouter({ baseUrl: url, key: 'k 1' });
    expect(await router.route(POINTS, { avoidTolls: true })).toEqual(wayToTver('graphhopper', POINTS));
    expect(wire.last().path).toBe('/route?key=k%201');
    expect(wire.asked()).toMatchObject({
      profile: 'truck',
      points: [
        [37.61, 55.75],
        [35.9, 56.86],
      ],
      'ch.disable': true,
      custom_model: { priority: [{ if: 'toll == ALL || toll == HGV' }] },
    });
  });

  test('§9.20 a toll stretch in the details is reported', async () => {
    const url = await wire.say({ body: paths('hgv') });
    expect(
      await graphhopperRouter({ baseUrl: url, key: null }).route(POINTS, { avoidTolls: true }),
    ).toMatchObject({ route: { tollsAvoided: false } });
  });

  test('a point without a road is an outcome', async () => {
    const url = await wire.say({
      status: 400,
      body: {
        message: 'Cannot find point 0',
        hints: [{ details: 'com.graphhopper.util.exceptions.PointNotFoundException' }],
      },
    });
    expect(await graphhopperRouter({ baseUrl: url, key: null }).route(POINTS, { avoidTolls: true })).toEqual({
      found: false,
      reason: 'Рядом с одной из точек нет автодороги',
    });
  });
});
