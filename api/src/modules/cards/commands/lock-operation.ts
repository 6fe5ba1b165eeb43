import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { OperationRecord } from './operation.ts';
import { COLUMNS, recordOf, type OperationRow } from './operation-store.ts';

/** Locks the operation that a network's answer is about; a second caller sees what the first has made of it. */
export async function lockOperation(tx: Db, id: number): Promise<OperationRecord | null> {
  const row = await firstRow(
    tx,
    sql<OperationRow>`
      select ${COLUMNS} from operation join card on card.id = operation.card_id
      where operation.id = ${id} for no key update of operation`,
  );
  return row && recordOf(row);
}
