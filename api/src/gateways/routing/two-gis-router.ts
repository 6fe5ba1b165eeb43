import { z } from 'zod';
import {
  askRouter,
  NO_ROAD_NEAR,
  NO_ROUTE,
  TOO_MANY_POINTS,
  understood,
  type RouterOptions,
} from './ask-router.ts';
import { readLineString, thinned } from './polyline.ts';
import { RoutingUnavailable, type Point, type RouteOutcome, type Router } from './router.ts';

const path = z.object({ geometry: z.array(z.object({ selection: z.string() })).optional() }).optional();

const reply = z.object({
  status: z.string().optional(),
  result: z
    .array(
      z.object({
        total_distance: z.number().nonnegative(),
        total_duration: z.number().nonnegative(),
        /** Avoidable kinds of road that are on the route all the same. */
        filter_road_types: z.array(z.string()).optional(),
        maneuvers: z.array(z.object({ outcoming_path: path })),
      }),
    )
    .optional(),
});

export const TWO_GIS_ADDRESS = 'https://routing.api.2gis.com';

/** Its limit for one request (docs/facts.md 9). */
const MAX_POINTS = 10;
const TOLLS = 'toll_road';

const REFUSALS: Record<string, string> = {
  ROUTE_NOT_FOUND: NO_ROUTE,
  ROUTE_DOES_NOT_EXISTS: NO_ROUTE,
  POINT_EXCLUDED: NO_ROAD_NEAR,
  ATTRACT_FAIL: NO_ROAD_NEAR,
};

/** Asks the routing API of 2GIS for a truck's route (docs.2gis.com, routing 7.0.0; docs/facts.md 9). */
export function twoGisRouter(options: RouterOptions & { key: string }): Router {
  const url = `${options.baseUrl}/routing/7.0.0/global?key=${encodeURIComponent(options.key)}`;
  return {
    async route(points, { avoidTolls }) {
      if (points.length > MAX_POINTS) return { found: false, reason: TOO_MANY_POINTS };
      const input = await askRouter('2GIS', url, {
        method: 'POST',
        body: {
          points: points.map(([lat, lon]) => ({ type: 'stop', lon, lat })),
          transport: 'truck',
          route_mode: 'fastest',
          traffic_mode: 'statistics',
          output: 'detailed',
          locale: 'ru',
          ...(avoidTolls ? { filters: [TOLLS] } : {}),
        },
        timeLimitMs: options.timeLimitMs,
      });
      return toOutcome(understood('2GIS', reply, input), avoidTolls);
    },
  };
}

function toOutcome(input: z.output<typeof reply>, avoidTolls: boolean): RouteOutcome {
  const reason = REFUSALS[input.status ?? ''];
  if (reason) return { found: false, reason };
  const route = input.result?.[0];
  if (input.status !== 'OK' || !route) throw new RoutingUnavailable(`2GIS answers ${input.status}`);
  return {
    found: true,
    route: {
      distanceM: Math.round(route.total_distance),
      durationS: Math.round(route.total_duration),
      path: thinned(toPath(route.maneuvers)),
      tollsAvoided: avoidTolls && !route.filter_road_types?.includes(TOLLS),
      provider: '2gis',
    },
  };
}

/** The pieces of all manoeuvres, one after another. */
function toPath(maneuvers: NonNullable<z.output<typeof reply>['result']>[number]['maneuvers']): Point[] {
  const line = maneuvers
    .flatMap(({ outcoming_path: piece }) => piece?.geometry ?? [])
    .flatMap(({ selection }): Point[] => {
      const points = readLineString(selection);
      if (!points) throw new RoutingUnavailable('2GIS: a line that cannot be read');
      return points;
    });
  if (line.length === 0) throw new RoutingUnavailable('2GIS: a route without a line');
  return line;
}
