import { z } from 'zod';
import {
  askRouter,
  NO_ROAD_NEAR,
  NO_ROUTE,
  TOO_MANY_POINTS,
  understood,
  type RouterOptions,
} from './ask-router.ts';
import { decodePolyline, thinned } from './polyline.ts';
import { RoutingUnavailable, type Point, type RouteOutcome, type Router } from './router.ts';

const reply = z.object({
  error_code: z.int().optional(),
  trip: z
    .object({
      status: z.int(),
      legs: z.array(z.object({ shape: z.string() })).min(1),
      summary: z.object({
        length: z.number().nonnegative(),
        time: z.number().nonnegative(),
        has_toll: z.boolean().optional(),
      }),
    })
    .optional(),
});

/** A tractor with a semi-trailer within the general limits of Russian roads. */
const TRUCK = {
  height: 4,
  width: 2.55,
  length: 16.5,
  weight: 40,
  axle_load: 10,
  axle_count: 5,
  hazmat: false,
};
const DECIMALS = 6;

/** Asks a Valhalla server for a truck's route (valhalla docs, turn-by-turn/api-reference.md; docs/facts.md 9). */
export function valhallaRouter(options: RouterOptions): Router {
  return {
    async route(points, { avoidTolls }) {
      const input = await askRouter('Valhalla', `${options.baseUrl}/route`, {
        method: 'POST',
        body: {
          locations: points.map(([lat, lon]) => ({ lat, lon })),
          costing: 'truck',
          // 0 is strong avoidance, not a guarantee: has_toll in the answer shows the result.
          costing_options: { truck: { ...TRUCK, use_tolls: avoidTolls ? 0 : 1 } },
          units: 'kilometers',
          language: 'ru-RU',
        },
        timeLimitMs: options.timeLimitMs,
      });
      return toOutcome(understood('Valhalla', reply, input), avoidTolls);
    },
  };
}

/** Valhalla's error codes: 171 no edges near a location, 442 and 154 no path or one too long, 150 too many locations. */
const REFUSALS: Record<number, string> = {
  150: TOO_MANY_POINTS,
  154: NO_ROUTE,
  171: NO_ROAD_NEAR,
  442: NO_ROUTE,
};

function toOutcome({ error_code: code, trip }: z.output<typeof reply>, avoidTolls: boolean): RouteOutcome {
  const reason = code === undefined ? undefined : REFUSALS[code];
  if (reason) return { found: false, reason };
  if (!trip || trip.status !== 0) throw new RoutingUnavailable(`Valhalla answers ${code ?? trip?.status}`);
  return {
    found: true,
    route: {
      distanceM: Math.round(trip.summary.length * 1000),
      durationS: Math.round(trip.summary.time),
      path: thinned(trip.legs.flatMap(({ shape }) => decodePath(shape))),
      tollsAvoided: avoidTolls && trip.summary.has_toll === false,
      provider: 'valhalla',
    },
  };
}

function decodePath(shape: string): Point[] {
  const line = decodePolyline(shape, DECIMALS);
  if (!line || line.length === 0) throw new RoutingUnavailable('Valhalla: a line that cannot be read');
  return line;
}
