import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/backoffice/queues.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { countQueues } from './count-queues.ts';

export function queueRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.countQueues, async () => ({ data: await countQueues(ctx) }));
}
