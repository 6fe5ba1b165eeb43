import { sql } from 'kysely';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { onlyRow, type Db } from '../../../../db/database.ts';

/** Counts documents of the company that are neither confirmed nor objected to. */
export async function countUndecidedDocuments(db: Db, scope: CompanyScope): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*) as count from month_document
      where company_id = ${scope.companyId} and received_at is null and objected_at is null
        and withdrawn_at is null and replaced_at is null`,
  );
  return count;
}
