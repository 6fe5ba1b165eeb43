import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { OperationRecord } from './operation.ts';
import { COLUMNS, recordOf, type OperationRow } from './operation-store.ts';

export async function findOperationByRequest(
  db: Db,
  networkRequestId: string,
): Promise<OperationRecord | null> {
  const row = await firstRow(
    db,
    sql<OperationRow>`
      select ${COLUMNS} from operation join card on card.id = operation.card_id
      where operation.network_request_id = ${networkRequestId}::uuid`,
  );
  return row && recordOf(row);
}
