import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, type Db } from '../../../db/database.ts';

/** The company's invoices that can still be paid on `today` (`YYYY-MM-DD`), and what is not paid of them. */
export async function sumAwaitedInvoices(
  db: Db,
  scope: CompanyScope,
  today: string,
): Promise<{ count: number; sum: Kopecks }> {
  const { count, sum } = await onlyRow(
    db,
    sql<{ count: number; sum: number }>`
      select count(*) as count, coalesce(sum(sum_kopecks - paid_kopecks), 0)::bigint as sum from invoice
      where company_id = ${scope.companyId} and cancelled_at is null and paid_kopecks < sum_kopecks
        and due_on >= ${today}::date`,
  );
  return { count, sum: kopecks(sum) };
}
