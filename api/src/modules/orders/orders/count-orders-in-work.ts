import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, type Db } from '../../../db/database.ts';

/** How many requests of the company are neither rejected nor have all their cards. */
export async function countOrdersInWork(db: Db, scope: CompanyScope): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*) as count from card_request
      where company_id = ${scope.companyId}
        and status_id in (${REQUEST_STATUS.created}, ${REQUEST_STATUS.approved})`,
  );
  return count;
}
