import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { OperationRecord } from './operation.ts';
import { COLUMNS, recordOf, type OperationRow } from './operation-store.ts';

export async function findOperation(db: Db, id: number): Promise<OperationRecord | null> {
  const row = await firstRow(
    db,
    sql<OperationRow>`
      select ${COLUMNS} from operation join card on card.id = operation.card_id where operation.id = ${id}`,
  );
  return row && recordOf(row);
}
