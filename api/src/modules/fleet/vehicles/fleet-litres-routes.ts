import type { FastifyInstance } from 'fastify';
import type { EndpointData, EndpointQuery } from '#contract/endpoint.ts';
import * as calls from '#contract/fleet/fleet-litres.ts';
import { MAX_SUMMARY_ROWS } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { makeFleetLitresFile } from './fleet-litres-file.ts';
import {
  readFleetLitres,
  type FleetLitresQuery,
  type FleetLitresRow,
  type FleetLitresTotals,
} from './fleet-litres.ts';
import { litres, presentMonth } from './present.ts';

export function fleetLitresRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listFleetLitres, async ({ query, scope }) => {
    const { from, to, rows, totals } = await readFleetLitres(ctx, scope, toQuery(query));
    return {
      data: rows.slice(0, MAX_SUMMARY_ROWS).map(presentRow),
      meta: { from, to, rows: rows.length, totals: presentTotals(totals) },
    };
  });

  bind(app, ctx, calls.downloadFleetLitres, async ({ query, scope }) =>
    makeFleetLitresFile('csv', await readFleetLitres(ctx, scope, toQuery(query))),
  );

  bind(app, ctx, calls.downloadFleetLitresWorkbook, async ({ query, scope }) =>
    makeFleetLitresFile('xlsx', await readFleetLitres(ctx, scope, toQuery(query))),
  );
}

function toQuery({
  group_id: groupId,
  ...query
}: EndpointQuery<typeof calls.listFleetLitres>): FleetLitresQuery {
  return { ...query, groupId };
}

function presentRow({
  vehicle,
  ...month
}: FleetLitresRow): EndpointData<typeof calls.listFleetLitres>[number] {
  const presented = presentMonth(month);
  return {
    vehicle_id: vehicle.id,
    plate: vehicle.plate,
    brand: vehicle.brand,
    group_title: vehicle.groupTitle,
    removed: vehicle.isRemoved,
    month: presented.month,
    litres: presented.litres,
    documented_litres: presented.documented_litres,
    burnt_litres: presented.burnt_litres,
    km: presented.km,
    norm_litres_100km: presented.norm_litres_100km,
    differences: presented.differences,
  };
}

function presentTotals(totals: FleetLitresTotals) {
  return {
    litres: totals.sold / 100,
    documented_litres: litres(totals.documented),
    burnt_litres: litres(totals.burnt),
    km: totals.km,
    over_documents: litres(totals.overDocuments),
    over_norm: litres(totals.overNorm),
  };
}
