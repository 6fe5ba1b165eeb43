import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/fleet/tolls.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { assignTolls, loadTolls, type LoadedTolls } from './load-tolls.ts';
import { listUnmatchedTolls, type PlateTolls } from './tolls.ts';

export function tollRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.previewTolls, async ({ file, scope }) => ({
    data: presentLoaded(await loadTolls(ctx, scope, { file, isPreview: true })),
  }));

  bind(app, ctx, calls.importTolls, async ({ file, scope }) => ({
    data: presentLoaded(await loadTolls(ctx, scope, { file, isPreview: false })),
  }));

  bind(app, ctx, calls.listUnmatchedTolls, async ({ scope }) => {
    const found = await ctx.db.inCompany(scope, (tx) => listUnmatchedTolls(tx, scope));
    return { data: found.map(presentPlate) };
  });

  bind(app, ctx, calls.assignTolls, async ({ body: { plate, vehicle_id: vehicleId }, scope }) => ({
    data: { rows: await assignTolls(ctx, scope, { plate, vehicleId }) },
  }));
}

function presentLoaded({ added, known, plates, wrong }: LoadedTolls) {
  return {
    new: added.length,
    known,
    sum: toRubles(kopecks(added.reduce((sum, toll) => sum + toll.kopecks, 0))),
    plates: plates.map(presentPlate),
    wrong,
  };
}

function presentPlate({ plate, vehicleId, rows, kopecks: sum, from, to }: PlateTolls) {
  return {
    plate,
    vehicle_id: vehicleId,
    rows,
    sum: toRubles(kopecks(sum)),
    from: from.toISOString(),
    to: to.toISOString(),
  };
}
