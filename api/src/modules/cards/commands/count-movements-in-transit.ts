import { sql } from 'kysely';
import { OPERATION_STATUS, SANDBOX_NETWORK } from '#contract/ids.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import { MOVEMENTS } from './unclear-movement.ts';

/** How many movements of all companies that were asked for before a moment have not ended. */
export async function countMovementsInTransit(db: Db, askedBefore: Date): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from operation
      where status_id = ${OPERATION_STATUS.inProgress} and type_id = any(${MOVEMENTS}::int[])
        and created_at < ${askedBefore} and partner_id <> ${SANDBOX_NETWORK}`,
  );
  return count;
}
