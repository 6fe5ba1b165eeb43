import { sql } from 'kysely';
import type { OperationStatusId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';

/** A network's answer to an operation, to be written down. */
export interface FinishedOperation {
  id: number;
  statusId: OperationStatusId;
  reason: string | null;
}

export async function finishOperations(
  tx: Db,
  finished: readonly FinishedOperation[],
  now: Date,
): Promise<void> {
  await sql`
    update operation set status_id = answered.status_id, reason = answered.reason, finished_at = ${now}::timestamptz,
      next_attempt_at = null
    from unnest(${finished.map((one) => one.id)}::bigint[], ${finished.map((one) => one.statusId)}::int[],
      ${finished.map((one) => one.reason)}::text[]) as answered (id, status_id, reason)
    where operation.id = answered.id`.execute(tx);
}
