import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** The account from which a company has paid last, by the bank's own word; null: it has not paid yet. */
export async function findPayerAccount(db: Db, companyId: number): Promise<string | null> {
  const row = await firstRow(
    db,
    sql<{ account: string }>`
      select payer_account as account from bank_payment
      where company_id = ${companyId} and state in ('credited', 'assigned') and payer_account ~ '^[0-9]{20}$'
      order by id desc limit 1`,
  );
  return row?.account ?? null;
}
