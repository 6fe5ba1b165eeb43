import type { Context } from '../../../context.ts';
import { fieldRefusal, unavailable } from '../../../errors.ts';
import {
  RoutingUnavailable,
  type Point,
  type Route,
  type RouteOutcome,
} from '../../../gateways/routing/router.ts';

/**
 * Returns a route through the points that avoids toll roads (spec section 9). Refuses on `points` when there is none.
 */
export async function buildRoute(ctx: Context, points: readonly Point[]): Promise<Route> {
  const outcome = await ask(ctx, points);
  if (!outcome.found) throw fieldRefusal('points', outcome.reason);
  return outcome.route;
}

async function ask(ctx: Context, points: readonly Point[]): Promise<RouteOutcome> {
  try {
    return await ctx.routing.route(points, { avoidTolls: true });
  } catch (error) {
    if (!(error instanceof RoutingUnavailable)) throw error;
    ctx.log.warn({ err: error }, 'the router does not answer');
    throw unavailable('Маршрут сейчас не построить: сервис карт не отвечает. Попробуйте позже');
  }
}
