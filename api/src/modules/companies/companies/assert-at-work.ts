import { sql } from 'kysely';
import { COMPANY_BLOCKED } from '#contract/blocks.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import { notAllowed } from '../../../errors.ts';

/** Throws 403 while the programme has blocked the company. */
export async function assertAtWork(tx: Db, companyId: number): Promise<void> {
  const blocked = await firstRow(
    tx,
    sql`select from company where id = ${companyId} and blocked_at is not null`,
  );
  if (blocked) throw notAllowed(COMPANY_BLOCKED);
}
