import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** Why the programme has stopped a company's money and cards. */
interface CompanyBlock {
  since: Date;
  reason: string;
  /** The member of staff; null only where he is not known. */
  byId: number | null;
}

/** The block in force; null while the company is at work. It can't change while the caller has the lock of the company's money. */
export async function findCompanyBlock(db: Db, companyId: number): Promise<CompanyBlock | null> {
  return firstRow(
    db,
    sql<CompanyBlock>`
      select blocked_at as since, blocked_reason as reason, blocked_by as "byId" from company
      where id = ${companyId} and blocked_at is not null`,
  );
}

/** Blocks a client, or sets it to work again (null). The caller has locked its money. */
export async function setCompanyBlock(tx: Db, companyId: number, block: CompanyBlock | null): Promise<void> {
  await sql`
    update company set blocked_at = ${block?.since ?? null}::timestamptz, blocked_reason = ${block?.reason ?? null}::text,
      blocked_by = ${block?.byId ?? null}::bigint
    where id = ${companyId}`.execute(tx);
}
