import { sql, type RawBuilder } from 'kysely';
import type { TaskKind } from '#contract/backoffice/tasks.ts';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';

/** Selects the ids of the tasks that wait for a person, as `countQueues` counts them. */
const WAITING: Record<TaskKind, RawBuilder<unknown>> = {
  request: sql`select id from card_request request
    where status_id = ${REQUEST_STATUS.created} or (status_id = ${REQUEST_STATUS.approved} and exists (
      select from card_request_item item where item.request_id = request.id and item.issue_refusal is not null))`,
  payment: sql`select id from bank_payment where state in ('review', 'refund')`,
};

type Tasks = { kind: TaskKind; ids: readonly number[] };

/** Gives the tasks that wait and are free to a member. Returns those that are his now, earlier ones included. */
export async function insertTaskOwner(
  tx: Db,
  { kind, ids, userId, now }: Tasks & { userId: number; now: Date },
): Promise<{ id: number; isNew: boolean }[]> {
  const added = await rows(
    tx,
    sql<{ id: number }>`
      insert into task_owner (kind, subject_id, user_id, taken_at)
      select ${kind}, waiting.id, ${userId}, ${now} from (${WAITING[kind]}) waiting
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
  return own.map(({ id }) => ({ id, isNew: fresh.has(id) }));
}

/** Returns the tasks that had an owner. */
export function deleteTaskOwner(tx: Db, { kind, ids }: Tasks): Promise<{ id: number; userId: number }[]> {
  return rows(
    tx,
    sql<{ id: number; userId: number }>`
      delete from task_owner where kind = ${kind} and subject_id = any(${ids}::bigint[])
      returning subject_id as id, user_id as "userId"`,
  );
}
