import { describe, expect, test } from 'vitest';
import { NO_WAY, POINTS, routerWire, wayToTver } from '../../testing/router-wire.ts';
import { valhallaRouter } from './valhalla-router.ts';

/** The example in the algorithm's own description has five decimals; Valhalla writes six. */
const EXAMPLE = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';

const wire = routerWire();

describe('the adapter of Valhalla', () => {
  const trip = (tolled: boolean) => ({
    trip: {
      status: 0,
      legs: [{ shape: EXAMPLE, summary: {} }],
      summary: { length: 178.4314, time: 9120.6, has_toll: tolled },
    },
  });

  test('§9.20 a truck’s route is asked for off toll roads, and the line is read with six decimals', async () => {
    const url = await wire.say({ body: trip(false) });
    expect(await valhallaRouter({ baseUrl: url }).route(POINTS, { avoidTolls: true })).toEqual(
      wayToTver('valhalla', [
        [3.85, -12.02],
        [4.07, -12.095],
        [4.3252, -12.6453],
      ]),
    );
    expect(wire.last()).toMatchObject({ method: 'POST', path: '/route' });
    expect(wire.asked()).toMatchObject({
      locations: [
        { lat: 55.75, lon: 37.61 },
        { lat: 56.86, lon: 35.9 },
      ],
      costing: 'truck',
      costing_options: { truck: { use_tolls: 0 } },
    });
  });

  test('§9.20 a route that needs a toll road after all does not claim to keep off it', async () => {
    const url = await wire.say({ body: trip(true) });
    expect(await valhallaRouter({ baseUrl: url }).route(POINTS, { avoidTolls: true })).toMatchObject({
      route: { tollsAvoided: false },
    });
  });

  test('no route and no road nearby are outcomes', async () => {
    const url = await wire.say({ status: 400, body: { error_code: 442, error: 'No path could be found' } });
    expect(await valhallaRouter({ baseUrl: url }).route(POINTS, { avoidTolls: true })).toEqual(NO_WAY);
  });
});
