import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { deleteTaskOwner, insertTaskOwner, type Task, type Tasks } from '../cases/task-owners.ts';

interface TaskChange {
  /** One entry for each kind. */
  tasks: readonly Tasks[];
  userId: number;
}

/**
 * Makes a member the owner of tasks that wait. A repeat changes nothing. Returns those that are his now: tasks of a
 * colleague and tasks that are done are left out.
 */
export function takeTasks(ctx: Context, { tasks, userId }: TaskChange): Promise<Task[]> {
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    const own = [];
    for (const { kind, ids } of tasks) own.push(...(await insertTaskOwner(tx, { kind, ids, userId, now })));
    const targets = own.filter(({ isNew }) => isNew).map(({ kind, id }) => ({ kind, id }));
    if (targets.length > 0) await recordEvent(tx, { at: now, what: 'tasks-taken', userId, targets });
    return own.map(({ kind, id }) => ({ kind, id }));
  });
}

/** Gives tasks back to all, also those of a colleague, who may be away. The audit log names the previous owners. */
export function releaseTasks(ctx: Context, { tasks, userId }: TaskChange): Promise<Task[]> {
  return ctx.db.inSystem(async (tx) => {
    const released = [];
    for (const { kind, ids } of tasks) released.push(...(await deleteTaskOwner(tx, { kind, ids })));
    const targets = released.map(({ kind, id }) => ({ kind, id }));
    const owners = [...new Set(released.map((task) => task.userId))].map((id) => ({ kind: 'user', id }));
    if (targets.length > 0)
      await recordEvent(tx, {
        at: ctx.clock.now(),
        what: 'tasks-released',
        userId,
        targets: [...targets, ...owners],
      });
    return targets;
  });
}
