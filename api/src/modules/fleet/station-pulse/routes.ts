import type { FastifyInstance } from 'fastify';
import type { EndpointData } from '#contract/endpoint.ts';
import { readStationPulse } from '#contract/fleet/station-pulse.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { findPricesLoad, HOUR_MS, MINUTE_MS, readPulses, type StationPulse } from './station-pulse.ts';

export function stationPulseRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, readStationPulse, async ({ params }) => {
    const prices = await findPricesLoad(ctx.db.system, params.id);
    if (!prices) throw notFound();
    const pulse = (await readPulses(ctx)).get(params.id);
    return { data: pulse ? presentPulse(pulse, prices.loadedAt, ctx.clock.now()) : null };
  });
}

/** Steps that hide whose sale it was from a reader who knows when, or how much, a truck fuelled. */
const MINUTES_STEP = 5;
const LITRES_STEP = 5;

function presentPulse(
  { lastSaleAt, hour, sales, declines, seemsDry }: StationPulse,
  pricesLoadedAt: Date | null,
  now: Date,
): EndpointData<typeof readStationPulse> {
  const since = (past: Date, unit: number) =>
    Math.max(0, Math.floor((now.getTime() - past.getTime()) / unit));
  return {
    last_sale_minutes: lastSaleAt && since(lastSaleAt, MINUTES_STEP * MINUTE_MS) * MINUTES_STEP,
    sales_hour: hour && hour.sales,
    declined_share: Math.round((100 * declines) / (sales + declines)) / 100,
    largest_litres_hour: hour && Math.ceil(hour.largestCentilitres / 100 / LITRES_STEP) * LITRES_STEP,
    price_age_hours: pricesLoadedAt && since(pricesLoadedAt, HOUR_MS),
    seems_dry: seemsDry,
  };
}
