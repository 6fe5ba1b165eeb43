import type { TaskKind } from '#contract/backoffice/tasks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { deleteTaskOwner, insertTaskOwner } from './task-owner-store.ts';

export interface TaskChange {
  kind: TaskKind;
  ids: readonly number[];
  userId: number;
}

/**
 * Makes a member the owner of tasks that wait. A repeat changes nothing. Returns the ids that are his now: tasks of a
 * colleague and tasks that are done are left out.
 */
export function takeTasks(ctx: Context, { kind, ids, userId }: TaskChange): Promise<number[]> {
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    const own = await insertTaskOwner(tx, { kind, ids, userId, now });
    const targets = own.filter(({ isNew }) => isNew).map(({ id }) => ({ kind, id }));
    if (targets.length > 0) await recordEvent(tx, { at: now, what: 'tasks-taken', userId, targets });
    return own.map(({ id }) => id);
  });
}

/** Gives tasks back to all, also those of a colleague, who may be away. The audit log names the previous owners. */
export function releaseTasks(ctx: Context, { kind, ids, userId }: TaskChange): Promise<number[]> {
  return ctx.db.inSystem(async (tx) => {
    const released = await deleteTaskOwner(tx, { kind, ids });
    const targets = released.map(({ id }) => ({ kind, id }));
    const owners = [...new Set(released.map((task) => task.userId))].map((id) => ({ kind: 'user', id }));
    if (targets.length > 0)
      await recordEvent(tx, {
        at: ctx.clock.now(),
        what: 'tasks-released',
        userId,
        targets: [...targets, ...owners],
      });
    return targets.map(({ id }) => id);
  });
}
