import type { FastifyInstance } from 'fastify';
import { readOverview as readOverviewCall } from '#contract/insights/overview.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { presentOverview } from './present.ts';
import { readOverview } from './read-overview.ts';

export function overviewRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, readOverviewCall, async ({ scope, session }) => {
    const unconfirmed = session.company?.adminUnconfirmed ?? false;
    const awaitsProof = unconfirmed && session.role === 'admin' && ctx.config.firstAdminProofs.length > 0;
    return { data: presentOverview(await readOverview(ctx, scope, { awaitsProof, role: session.role })) };
  });
}
