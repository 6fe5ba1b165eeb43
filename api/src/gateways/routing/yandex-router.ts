import { z } from 'zod';
import { fetchJson, ServiceUnreachable, type JsonReply } from '../fetch-json.ts';
import { RoutingUnavailable, type Point, type RouteOutcome, type Router } from './router.ts';

const TIME_LIMIT_MS = 8000;

/** About two hundred metres: the line of a route across the country stays small enough for a phone. */
const SPACING_DEGREES = 0.002;

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

export interface RouterOptions {
  /** Address without a slash at the end. */
  baseUrl: string;
  key: string;
  timeLimitMs?: number;
}

/** Asks Yandex's Router API for a truck's route (yandex.ru/maps-api/docs/router-api/request.html; docs/facts.md 9). */
export function yandexRouter(options: RouterOptions): Router {
  return {
    async route(points, { avoidTolls }) {
      const query = new URLSearchParams({
        apikey: options.key,
        waypoints: points.map(([lat, lon]) => `${lat},${lon}`).join('|'),
        mode: 'truck',
        avoid_tolls: String(avoidTolls),
        traffic: 'disabled',
      });
      const input = await askYandex(`${options.baseUrl}/v2/route?${query}`, options.timeLimitMs);
      const read = reply.safeParse(input.body);
      // Its refusals are about the request, the key or the limits, never about roads. Nor does nonsense prove anything.
      if (input.status !== 200 || !read.data?.route)
        throw new RoutingUnavailable(`Yandex: HTTP ${input.status}`);
      return toOutcome(read.data.route, avoidTolls);
    },
  };
}

async function askYandex(url: string, timeLimitMs = TIME_LIMIT_MS): Promise<JsonReply> {
  try {
    return await fetchJson(url, { method: 'GET', timeLimitMs });
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error;
    throw new RoutingUnavailable(`Yandex: ${error.message}`, { cause: error });
  }
}

function toOutcome(
  { legs, flags }: NonNullable<z.output<typeof reply>['route']>,
  avoidTolls: boolean,
): RouteOutcome {
  if (legs.some(({ status }) => status !== 'OK'))
    return { found: false, reason: 'Между этими точками нет дороги' };
  const steps = legs.flatMap((leg) => leg.steps ?? []);
  const path = steps.flatMap(({ polyline }): Point[] => polyline.points);
  if (path.length === 0) throw new RoutingUnavailable('Yandex: a route without a line');
  return {
    found: true,
    route: {
      distanceM: Math.round(steps.reduce((sum, { length }) => sum + length, 0)),
      durationS: Math.round(steps.reduce((sum, { duration }) => sum + duration, 0)),
      path: thinOut(path),
      tollsAvoided: avoidTolls && flags?.hasTolls === false,
      provider: 'yandex',
    },
  };
}

/** Leaves out points close to the one before; the first and the last stay. */
function thinOut(path: readonly Point[]): Point[] {
  const simplified: Point[] = [];
  for (const [index, point] of path.entries()) {
    const last = simplified.at(-1);
    const close =
      last &&
      Math.abs(point[0] - last[0]) < SPACING_DEGREES &&
      Math.abs(point[1] - last[1]) < SPACING_DEGREES;
    if (!close || index === path.length - 1) simplified.push(point);
  }
  return simplified;
}
