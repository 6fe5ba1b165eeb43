import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/**
 * Unallocated funds may fall to minus the credit limit. When they are lower already, because the limit was lowered
 * under a debt, they may fall no further: the floor follows the balance up until it reaches the limit. Call it after
 * a change of the credit limit and after every movement that credits the account.
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
