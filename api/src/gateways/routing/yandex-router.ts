import { z } from 'zod';
import { askRouter, NO_ROUTE, understood, type RouterOptions } from './ask-router.ts';
import { thinned } from './polyline.ts';
import { RoutingUnavailable, type Point, type RouteOutcome, type Router } from './router.ts';

const reply = z.object({
  errors: z.array(z.string()).optional(),
  route: z
    .object({
      legs: z
        .array(
          z.object({
            status: z.string(),
            steps: z
              .array(
                z.object({
                  length: z.number().nonnegative(),
                  duration: z.number().nonnegative(),
                  polyline: z.object({ points: z.array(z.tuple([z.number(), z.number()])) }),
                }),
              )
              .optional(),
          }),
        )
        .min(1),
      flags: z.object({ hasTolls: z.boolean().optional() }).optional(),
    })
    .optional(),
});

export const YANDEX_ADDRESS = 'https://api.routing.yandex.net';

/** Asks Yandex's Router API for a truck's route (yandex.ru/maps-api/docs/router-api/request.html; docs/facts.md 9). */
export function yandexRouter(options: RouterOptions & { key: string }): Router {
  return {
    async route(points, { avoidTolls }) {
      const query = new URLSearchParams({
        apikey: options.key,
        waypoints: points.map(([lat, lon]) => `${lat},${lon}`).join('|'),
        mode: 'truck',
        avoid_tolls: String(avoidTolls),
        traffic: 'disabled',
      });
      const input = await askRouter('Yandex', `${options.baseUrl}/v2/route?${query}`, {
        method: 'GET',
        timeLimitMs: options.timeLimitMs,
      });
      const { route } = understood('Yandex', reply, input);
      // Its refusals are about the request, the key or the limits, never about roads.
      if (input.status !== 200 || !route) throw new RoutingUnavailable(`Yandex: HTTP ${input.status}`);
      return toOutcome(route, avoidTolls);
    },
  };
}

function toOutcome(
  { legs, flags }: NonNullable<z.output<typeof reply>['route']>,
  avoidTolls: boolean,
): RouteOutcome {
  if (legs.some(({ status }) => status !== 'OK')) return { found: false, reason: NO_ROUTE };
  const steps = legs.flatMap((leg) => leg.steps ?? []);
  const path = steps.flatMap(({ polyline }): Point[] => polyline.points);
  if (path.length === 0) throw new RoutingUnavailable('Yandex: a route without a line');
  return {
    found: true,
    route: {
      distanceM: Math.round(steps.reduce((sum, { length }) => sum + length, 0)),
      durationS: Math.round(steps.reduce((sum, { duration }) => sum + duration, 0)),
      path: thinned(path),
      tollsAvoided: avoidTolls && flags?.hasTolls === false,
      provider: 'yandex',
    },
  };
}
