import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/backoffice/staff.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { presentReconciliation } from './present.ts';
import { reconcile } from './reconcile.ts';
import { listReconciliations } from './reconciliation-store.ts';
import { readNames } from './read-names.ts';

/** Two months of nights. */
const MAX_LISTED = 60;

export function ledgerRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listReconciliations, async () => {
    const reports = await listReconciliations(ctx.db.system, MAX_LISTED);
    const names = await readNames(ctx, reports);
    return { data: reports.map((report) => presentReconciliation(report, names)) };
  });

  bind(app, ctx, calls.startReconciliation, async () => {
    const report = await reconcile(ctx, 'by-hand');
    // Only a nightly report can exist already.
    if (!report) throw new Error('a report by hand is always written');
    return { data: presentReconciliation(report, await readNames(ctx, [report])) };
  });
}
