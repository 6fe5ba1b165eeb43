import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/backoffice/queues.ts';
import * as tasks from '#contract/backoffice/tasks.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { countQueues } from './count-queues.ts';
import { releaseTasks, takeTasks } from './take-tasks.ts';

export function queueRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.countQueues, async () => ({ data: await countQueues(ctx) }));

  for (const [endpoint, kind] of [
    [tasks.takeRequests, 'request'],
    [tasks.takePayments, 'payment'],
  ] as const)
    bind(app, ctx, endpoint, async ({ body: { ids }, session: { userId } }) => ({
      data: { taken: await takeTasks(ctx, { kind, ids, userId }) },
    }));

  for (const [endpoint, kind] of [
    [tasks.releaseRequests, 'request'],
    [tasks.releasePayments, 'payment'],
  ] as const)
    bind(app, ctx, endpoint, async ({ body: { ids }, session: { userId } }) => ({
      data: { released: await releaseTasks(ctx, { kind, ids, userId }) },
    }));
}
