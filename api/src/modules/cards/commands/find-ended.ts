import { sql } from 'kysely';
import { OPERATION_STATUS } from '#contract/ids.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { OperationRecord } from './operation.ts';
import { COLUMNS, recordOf, type OperationRow } from './operation-store.ts';

/** How an operation has ended; null while it waits for its network. */
export async function findEnded(
  db: Db,
  id: number,
): Promise<(OperationRecord & { reason: string | null; finishedAt: Date | null }) | null> {
  const row = await firstRow(
    db,
    sql<OperationRow & { reason: string | null; finished_at: Date | null }>`
      select ${COLUMNS}, operation.reason, operation.finished_at
      from operation join card on card.id = operation.card_id
      where operation.id = ${id} and operation.status_id <> ${OPERATION_STATUS.inProgress}`,
  );
  return row && { ...recordOf(row), reason: row.reason, finishedAt: row.finished_at };
}
