import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** Whether a company has its accounts with a network: with an added one, since its first cards. */
export async function hasPartnerAccount(db: Db, companyId: number, partnerId: number): Promise<boolean> {
  const found = await firstRow(
    db,
    sql<{ id: number }>`
      select id from ledger_account
      where company_id = ${companyId} and kind = 'partner' and coalesce(partner_id, 0) = ${partnerId}
        and coalesce(card_id, 0) = 0`,
  );
  return found !== null;
}
