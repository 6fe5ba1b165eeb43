import { sql } from 'kysely';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { getOnlyRow, type Db } from '../../../../db/database.ts';

/**
 * Counts documents of the company that are neither confirmed nor objected to, and the last day, `YYYY-MM-DD`, to object
 * to the first of them. A day that has passed is not due any more.
 */
export function countUndecidedDocuments(
  db: Db,
  scope: CompanyScope,
  today: string,
): Promise<{ count: number; dueOn: string | null }> {
  return getOnlyRow(
    db,
    sql<{ count: number; dueOn: string | null }>`
      select count(*) as count, (min(object_until) filter (where object_until >= ${today}::date))::text as "dueOn"
      from month_document
      where company_id = ${scope.companyId} and received_at is null and objected_at is null
        and withdrawn_at is null and replaced_at is null`,
  );
}
