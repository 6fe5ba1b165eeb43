import { sql } from 'kysely';
import { OPERATION_STATUS, SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { OperationRecord } from './operation.ts';
import { COLUMNS, recordOf, type OperationRow } from './operation-store.ts';
import { MOVEMENTS } from './unclear-movement.ts';

const MOST = 500;

/** Movements that were asked for before a moment, have not ended, and of which nobody was told. */
export async function listUntoldMovements(db: Db, askedBefore: Date): Promise<OperationRecord[]> {
  const found = await rows(
    db,
    sql<OperationRow>`
      select ${COLUMNS} from operation join card on card.id = operation.card_id
      where operation.status_id = ${OPERATION_STATUS.inProgress} and operation.type_id = any(${MOVEMENTS}::int[])
        and operation.created_at <= ${askedBefore} and operation.partner_id <> ${SANDBOX_NETWORK}
        and not exists (select from notice_event event
          where event.kind = 'movement-unclear' and event.about = 'operation:' || operation.id)
      order by operation.id limit ${MOST}`,
  );
  return found.map(recordOf);
}
