import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { OperationRecord } from './operation.ts';
import { COLUMNS, recordOf, type OperationRow } from './operation-store.ts';

/** As `lockOperation`, several at once, in the order of their ids. */
export async function lockOperations(tx: Db, ids: readonly number[]): Promise<Map<number, OperationRecord>> {
  const { rows } = await sql<OperationRow>`
    select ${COLUMNS} from operation join card on card.id = operation.card_id
    where operation.id = any(${ids}::bigint[]) order by operation.id for no key update of operation`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, recordOf(row)]));
}
