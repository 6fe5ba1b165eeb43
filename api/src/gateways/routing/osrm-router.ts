import { z } from 'zod';
import {
  askRouter,
  NO_ROAD_NEAR,
  NO_ROUTE,
  TOO_MANY_POINTS,
  understood,
  type RouterOptions,
} from './ask-router.ts';
import { thinned } from './polyline.ts';
import { RoutingUnavailable, type Point, type RouteOutcome, type Router } from './router.ts';

const reply = z.object({
  code: z.string(),
  message: z.string().optional(),
  routes: z
    .array(
      z.object({
        distance: z.number().nonnegative(),
        duration: z.number().nonnegative(),
        geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()]).rest(z.number())) }),
      }),
    )
    .optional(),
});

/**
 * Asks an OSRM server, profile `driving` (Project-OSRM/osrm-backend docs/http.md; docs/facts.md 9). A server that was
 * built without toll classes answers InvalidValue to `exclude=toll`. Then the route is requested without it, and the
 * result states that.
 */
export function osrmRouter(options: RouterOptions): Router {
  async function ask(points: readonly Point[], avoidTolls: boolean): Promise<z.output<typeof reply>> {
    // OSRM takes longitude first.
    const coordinates = points.map(([lat, lon]) => `${lon},${lat}`).join(';');
    const query = `overview=full&geometries=geojson&steps=false${avoidTolls ? '&exclude=toll' : ''}`;
    const url = `${options.baseUrl}/route/v1/driving/${coordinates}?${query}`;
    const input = await askRouter('OSRM', url, { method: 'GET', timeLimitMs: options.timeLimitMs });
    return understood('OSRM', reply, input);
  }

  return {
    async route(points, { avoidTolls }) {
      const input = await ask(points, avoidTolls);
      if (!avoidTolls || input.code !== 'InvalidValue') return toOutcome(input, avoidTolls);
      return toOutcome(await ask(points, false), false);
    },
  };
}

const REFUSALS: Record<string, string> = {
  NoRoute: NO_ROUTE,
  NoSegment: NO_ROAD_NEAR,
  TooBig: TOO_MANY_POINTS,
};

function toOutcome(input: z.output<typeof reply>, tollsAvoided: boolean): RouteOutcome {
  const reason = REFUSALS[input.code];
  if (reason) return { found: false, reason };
  const route = input.routes?.[0];
  if (input.code !== 'Ok' || !route) throw new RoutingUnavailable(`OSRM answers ${input.code}`);
  return {
    found: true,
    route: {
      distanceM: Math.round(route.distance),
      durationS: Math.round(route.duration),
      path: thinned(route.geometry.coordinates.map(([lon, lat]) => [lat, lon])),
      tollsAvoided,
      provider: 'osrm',
    },
  };
}
