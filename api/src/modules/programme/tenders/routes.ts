import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/programme/stations.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { countTenders } from './count-tenders.ts';

export function tenderRoutes(app: FastifyInstance, ctx: Context): void {
  const count = countTenders(ctx);
  bind(app, ctx, calls.countTenders, async () => ({ data: { count: await count() } }));
}
