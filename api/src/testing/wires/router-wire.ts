import { afterEach } from 'vitest';
import type { Point, RouteOutcome } from '../../gateways/routing/router.ts';
import { serveWire, type WireReply, type WireRequest, type WireServer } from './serve-wire.ts';

/** Moscow and Tver: the route requested from the adapter. */
export const POINTS: Point[] = [
  [55.75, 37.61],
  [56.86, 35.9],
];

/** Returns what the adapter has to return for its service's route between the two, avoiding toll roads. */
export function routeToTver(
  path: Point[] = [POINTS[0] as Point, [56.3, 36.7], POINTS[1] as Point],
): RouteOutcome {
  const route = { distanceM: 178_431, durationS: 9121, path, tollsAvoided: true, provider: 'yandex' };
  return { found: true, route };
}

/** Outcome that the adapter has to return when its service reports that there is no route. */
export const NO_WAY: RouteOutcome = { found: false, reason: 'Между этими точками нет дороги' };

/** A local server that implements a router's protocol; closed after each test. */
export function routerWire() {
  let server: WireServer | undefined;
  afterEach(async () => server?.stop());
  const last = (): WireRequest => {
    const request = server?.requests.at(-1);
    if (!request) throw new Error('The router was not asked');
    return request;
  };
  return {
    /** One reply for each request, and the last one for all that follow. Returns the address. */
    async say(...replies: WireReply[]): Promise<string> {
      await server?.stop();
      server = await serveWire(() => (replies.length > 1 ? replies.shift() : replies[0]) as WireReply);
      return server.url;
    },
    last,
    searched: (): Record<string, string> =>
      Object.fromEntries(new URL(last().path, 'http://router').searchParams),
  };
}
