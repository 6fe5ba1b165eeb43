import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/**
 * Unallocated funds may fall to minus the company's credit limit. Where they are below that already, because the limit
 * was lowered under a debt, they may fall no further: the floor follows the balance up until it is the limit again.
 * To be called after the credit limit has changed and after every movement that credits the account.
 */
export async function tightenFloor(tx: Db, companyId: number): Promise<void> {
  await sql`
    update ledger_account account set floor_kopecks = least(-company.credit_kopecks, account.balance_kopecks)
    from company
    where account.company_id = ${companyId} and account.kind = 'unallocated' and company.id = account.company_id
      and account.floor_kopecks is distinct from least(-company.credit_kopecks, account.balance_kopecks)`.execute(
    tx,
  );
}
