import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/cards/card-vehicles.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { bind } from '../../../http/bind.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { BEGINNING_OF_TIME } from '../../cards/drivers/drivers.ts';
import { listVehicleSpans, type VehicleSpan, setCardVehicle } from './card-vehicles.ts';

export function cardVehicleRoutes(app: FastifyInstance, ctx: Context): void {
  const answer = async (scope: CompanyScope, cardId: number) => ({
    data: (await ctx.db.inCompany(scope, (tx) => listVehicleSpans(tx, scope, cardId))).map(present),
  });

  bind(app, ctx, calls.listCardVehicles, async ({ params: { id }, scope }) => {
    await readCard(ctx, scope, id);
    return answer(scope, id);
  });

  bind(app, ctx, calls.setCardVehicle, async ({ params: { id }, body, scope }) => {
    await setCardVehicle(ctx, { scope, cardId: id, vehicleId: body.vehicle_id });
    return answer(scope, id);
  });
}

function present({
  since,
  until,
  ...vehicle
}: VehicleSpan): EndpointData<typeof calls.listCardVehicles>[number] {
  return {
    vehicle,
    since: since.getTime() === BEGINNING_OF_TIME.getTime() ? null : since.toISOString(),
    until: until?.toISOString() ?? null,
  };
}
