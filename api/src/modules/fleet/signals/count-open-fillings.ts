import { OPEN_STATES } from '#contract/fleet/signals.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { sql } from 'kysely';
import { listIds, type CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';

export interface OpenFillings {
  count: number;
  sum: Kopecks;
}

/**
 * Counts the companies' fillings that have a signal without a verdict, and their sum, as the list by filling does. A company
 * without such is left out.
 */
export async function countOpenFillings(
  db: Db,
  scopes: readonly CompanyScope[],
): Promise<Map<number, OpenFillings>> {
  const found = await rows(
    db,
    sql<{ companyId: number; count: number; stake: number }>`
      select company_id as "companyId", count(*)::int as count, coalesce(sum(stake), 0)::float8 as stake from (
        select company_id, max(stake_kopecks) as stake from fleet_signal
        where company_id = any(${listIds(scopes)}::bigint[]) and state = any(${[...OPEN_STATES]}::text[])
        group by company_id, operation_id
      ) as filling group by company_id`,
  );
  return new Map(found.map(({ companyId, count, stake }) => [companyId, { count, sum: kopecks(stake) }]));
}
