import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { ownBalance } from './own-balance.ts';

/** Records on which side of its threshold a company's balance is; true when a message has become due by that. */
export async function markCrossing(tx: Db, companyId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ due: boolean }>`
      update company set threshold_crossed = not threshold_crossed, threshold_message_due = not threshold_crossed,
        threshold_falls = threshold_falls + (not threshold_crossed)::int, threshold_message_claimed_until = null
      where id = ${companyId} and threshold_kopecks is not null
        and threshold_crossed <> (${ownBalance} <= threshold_kopecks)
      returning threshold_message_due as due`,
  );
  return row?.due ?? false;
}
