import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/backoffice/queues.ts';
import * as tasks from '#contract/backoffice/tasks.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { listWaitingCases, type CaseId } from '../cases/list-cases.ts';
import { countQueues } from './count-queues.ts';
import { releaseTasks, takeTasks } from './take-tasks.ts';
import type { Task, Tasks } from '../cases/task-owners.ts';

/** Before the kind of a case in the kind of its task. */
const CASE = 'case-';

const toIds = (tasks: readonly Task[]): number[] => tasks.map(({ id }) => id);

export function queueRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.countQueues, async () => ({
    data: await ctx.db.readTogether((db) => countQueues(db, ctx.clock.now())),
  }));

  for (const [endpoint, kind] of [
    [tasks.takeRequests, 'request'],
    [tasks.takePayments, 'payment'],
  ] as const)
    bind(app, ctx, endpoint, async ({ body: { ids }, session: { userId } }) => ({
      data: { taken: toIds(await takeTasks(ctx, { tasks: [{ kind, ids }], userId })) },
    }));

  for (const [endpoint, kind] of [
    [tasks.releaseRequests, 'request'],
    [tasks.releasePayments, 'payment'],
  ] as const)
    bind(app, ctx, endpoint, async ({ body: { ids }, session: { userId } }) => ({
      data: { released: toIds(await releaseTasks(ctx, { tasks: [{ kind, ids }], userId })) },
    }));

  bind(app, ctx, tasks.takeCases, async ({ body: { cases }, session: { userId } }) => {
    const taken = await takeTasks(ctx, { tasks: toTasks(await listWaitingCases(ctx, cases)), userId });
    return { data: { taken: taken.map(toCase) } };
  });

  bind(app, ctx, tasks.releaseCases, async ({ body: { cases }, session: { userId } }) => {
    const released = await releaseTasks(ctx, { tasks: toTasks(cases), userId });
    return { data: { released: released.map(toCase) } };
  });
}

function toTasks(cases: readonly CaseId[]): Tasks[] {
  const byKind = Map.groupBy(cases, ({ kind }) => kind);
  return [...byKind].map(([kind, found]) => ({ kind: `${CASE}${kind}`, ids: found.map(({ id }) => id) }));
}

function toCase({ kind, id }: Task): CaseId {
  return { kind: kind.slice(CASE.length) as CaseId['kind'], id };
}
