import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import { isWithoutTrace } from './company-store.ts';

/** Whether a company would leave the programme if this request of it were rejected. */
export async function leavesWith(db: Db, args: { companyId: number; orderId: number }): Promise<boolean> {
  const { companyId, orderId } = args;
  const { others } = await onlyRow(
    db,
    sql<{ others: boolean }>`
      select exists (select from card_request
        where company_id = ${companyId} and id <> ${orderId} and status_id <> ${REQUEST_STATUS.rejected}) as others`,
  );
  return !others && (await isWithoutTrace(db, companyId, { butForRequests: true }));
}
