import { sql, type RawBuilder } from 'kysely';
import type { TaskKind } from '#contract/backoffice/tasks.ts';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';

/** Tasks of one kind. */
export interface Tasks {
  kind: TaskKind;
  ids: readonly number[];
}

/** One task. */
export interface Task {
  kind: TaskKind;
  id: number;
}

/** A task, who has taken it, and when. */
export interface OwnedTask extends Task {
  userId: number;
  firstname: string | null;
  lastname: string | null;
  takenAt: Date;
}

/**
 * Selects the ids of the tasks that wait for a person, as `countQueues` counts them. Whether a case waits is known to its
 * owner alone, so its ids come checked.
 */
function selectWaiting({ kind, ids }: Tasks): RawBuilder<unknown> {
  if (kind === 'request')
    return sql`select id from card_request request
      where status_id = ${REQUEST_STATUS.created} or (status_id = ${REQUEST_STATUS.approved} and exists (
        select from card_request_item item where item.request_id = request.id and item.issue_refusal is not null))`;
  if (kind === 'payment') return sql`select id from bank_payment where state in ('review', 'refund')`;
  return sql`select unnest(${ids}::bigint[]) as id`;
}

/** Gives the tasks that wait and are free to a member. Returns those that are his now, earlier ones included. */
export async function insertTaskOwner(
  tx: Db,
  { kind, ids, userId, now }: Tasks & { userId: number; now: Date },
): Promise<(Task & { isNew: boolean })[]> {
  const added = await rows(
    tx,
    sql<{ id: number }>`
      insert into task_owner (kind, subject_id, user_id, taken_at)
      select ${kind}, waiting.id, ${userId}, ${now} from (${selectWaiting({ kind, ids })}) waiting
      where waiting.id = any(${ids}::bigint[])
      on conflict (kind, subject_id) do nothing
      returning subject_id as id`,
  );
  const own = await rows(
    tx,
    sql<{ id: number }>`
      select subject_id as id from task_owner
      where kind = ${kind} and user_id = ${userId} and subject_id = any(${ids}::bigint[]) order by subject_id`,
  );
  const fresh = new Set(added.map(({ id }) => id));
  return own.map(({ id }) => ({ kind, id, isNew: fresh.has(id) }));
}

/** Returns the tasks that had an owner. */
export function deleteTaskOwner(tx: Db, { kind, ids }: Tasks): Promise<(Task & { userId: number })[]> {
  return rows(
    tx,
    sql<Task & { userId: number }>`
      delete from task_owner where kind = ${kind} and subject_id = any(${ids}::bigint[])
      returning kind, subject_id as id, user_id as "userId"`,
  );
}

/** Returns those of the tasks that have an owner, each with him. */
export function listTaskOwners(db: Db, tasks: readonly Task[]): Promise<OwnedTask[]> {
  return rows(
    db,
    sql<OwnedTask>`
      select task.kind, task.subject_id as id, owner.id as "userId", owner.firstname, owner.lastname,
        task.taken_at as "takenAt"
      from unnest(${tasks.map(({ kind }) => kind)}::text[], ${tasks.map(({ id }) => id)}::bigint[]) as listed (kind, id)
      join task_owner task on task.kind = listed.kind and task.subject_id = listed.id
      join app_user owner on owner.id = task.user_id`,
  );
}
