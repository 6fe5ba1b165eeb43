import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { CompanyBlock } from './company-block.ts';

/** The block that stands now; null while the company is at work. Under the lock of its money it stays what it is. */
export async function findCompanyBlock(db: Db, companyId: number): Promise<CompanyBlock | null> {
  return firstRow(
    db,
    sql<CompanyBlock>`
      select blocked_at as since, blocked_reason as reason, blocked_by as "byId" from company
      where id = ${companyId} and blocked_at is not null`,
  );
}
