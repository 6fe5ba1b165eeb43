import { z } from 'zod';
import { askRouter, NO_ROAD_NEAR, NO_ROUTE, understood, type RouterOptions } from './ask-router.ts';
import { thinned } from './polyline.ts';
import { RoutingUnavailable, type RouteOutcome, type Router } from './router.ts';

const reply = z.object({
  message: z.string().optional(),
  hints: z.array(z.object({ details: z.string().optional() })).optional(),
  paths: z
    .array(
      z.object({
        distance: z.number().nonnegative(),
        time: z.number().nonnegative(),
        points: z.object({
          coordinates: z.array(z.tuple([z.number(), z.number()]).rest(z.number())).min(1),
        }),
        details: z
          .object({ toll: z.array(z.tuple([z.number(), z.number(), z.string().nullable()])).optional() })
          .optional(),
      }),
    )
    .optional(),
});

/** Ten times less attractive; toll roads remain as a last resort. */
const OFF_TOLLS = { priority: [{ if: 'toll == ALL || toll == HGV', multiply_by: '0.1' }] };

/**
 * Asks a GraphHopper server, profile `truck`, with a custom model that avoids tolls (docs/facts.md 9).
 * The server needs `toll` among its encoded values and flexible routing; the answer's details show the result.
 */
export function graphhopperRouter(options: RouterOptions & { key: string | null }): Router {
  const query = options.key ? `?key=${encodeURIComponent(options.key)}` : '';
  return {
    async route(points, { avoidTolls }) {
      const input = await askRouter('GraphHopper', `${options.baseUrl}/route${query}`, {
        method: 'POST',
        body: {
          profile: 'truck',
          // GraphHopper takes longitude first.
          points: points.map(([lat, lon]) => [lon, lat]),
          points_encoded: false,
          instructions: false,
          details: ['toll'],
          ...(avoidTolls ? { 'ch.disable': true, custom_model: OFF_TOLLS } : {}),
        },
        timeLimitMs: options.timeLimitMs,
      });
      return toOutcome(understood('GraphHopper', reply, input), avoidTolls);
    },
  };
}

/** The last part of the exception's name in the hints. */
const REFUSALS: Record<string, string> = {
  ConnectionNotFoundException: NO_ROUTE,
  PointNotFoundException: NO_ROAD_NEAR,
  PointOutOfBoundsException: NO_ROAD_NEAR,
};

function toOutcome({ paths, hints, message }: z.output<typeof reply>, avoidTolls: boolean): RouteOutcome {
  const exception = hints?.[0]?.details?.split('.').at(-1) ?? '';
  const reason = REFUSALS[exception];
  if (reason) return { found: false, reason };
  const route = paths?.[0];
  if (!route) throw new RoutingUnavailable(`GraphHopper answers ${exception || message || 'no paths'}`);
  const tolls = route.details?.toll;
  return {
    found: true,
    route: {
      distanceM: Math.round(route.distance),
      durationS: Math.round(route.time / 1000),
      path: thinned(route.points.coordinates.map(([lon, lat]) => [lat, lon])),
      tollsAvoided: avoidTolls && Boolean(tolls?.every(([, , kind]) => !isToll(kind))),
      provider: 'graphhopper',
    },
  };
}

function isToll(kind: string | null): boolean {
  return /^(all|hgv)$/i.test(kind ?? '');
}
