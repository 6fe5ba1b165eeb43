import { sql } from 'kysely';
import { OPERATION_STATUS } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import type { OperationRecord } from './operation.ts';
import { COLUMNS, HAS_ITS_TURN, recordOf, type OperationRow } from './operation-store.ts';

/**
 * Counts an attempt of each operation that still waits for its network, and sets when the next one is due: 5 s after
 * the first, then later and later. Returns the operations as they were before.
 */
export async function takeAttempts(
  db: Db,
  args: { ids: readonly number[]; patienceSeconds: readonly number[]; now: Date },
): Promise<Map<number, OperationRecord>> {
  const { rows } = await sql<OperationRow>`
    with waiting as (
      select id from operation where id = any(${args.ids}::bigint[]) and status_id = ${OPERATION_STATUS.inProgress}
        and ${HAS_ITS_TURN}
      order by id for no key update
    )
    update operation set attempts = operation.attempts + 1,
      next_attempt_at = ${args.now}::timestamptz + make_interval(secs => (${args.patienceSeconds}::int[])
        [least(operation.attempts + 1, cardinality(${args.patienceSeconds}::int[]))])
    from waiting, card
    where operation.id = waiting.id and card.id = operation.card_id
    returning ${COLUMNS}`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...recordOf(row), attempts: row.attempts - 1 }]));
}
