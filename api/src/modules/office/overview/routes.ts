import type { FastifyInstance } from 'fastify';
import { readOverview as readOverviewCall } from '#contract/overview.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { presentOverview } from './present.ts';
import { readOverview } from './read-overview.ts';

export function overviewRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, readOverviewCall, async ({ scope }) => ({
    data: presentOverview(await readOverview(ctx, scope)),
  }));
}
