import { OPEN_STATES } from '#contract/fleet/signals.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';

/** Counts the fillings that have a signal without a verdict, and their sum, as the list by filling does. */
export async function countOpenFillings(
  db: Db,
  scope: CompanyScope,
): Promise<{ count: number; sum: Kopecks }> {
  const { count, stake } = await getOnlyRow(
    db,
    sql<{ count: number; stake: number }>`
      select count(*)::int as count, coalesce(sum(stake), 0)::float8 as stake from (
        select max(stake_kopecks) as stake from fleet_signal
        where company_id = ${scope.companyId} and state = any(${[...OPEN_STATES]}::text[]) group by operation_id
      ) as filling`,
  );
  return { count, sum: kopecks(stake) };
}
