import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import { canUseDayCounts, matchesDays, whichOperations, type OperationFilter } from './operation-filter.ts';
import { sumAddedCharges, hasPrices, isSold, soldFrom, spentIn } from './spending.ts';

/**
 * Sums the company's spending on the operations of a filter. Uses the counted days where they can answer it
 * (docs/decisions/0014).
 */
export async function readSpent(db: Db, scope: CompanyScope, filter: OperationFilter): Promise<Kopecks> {
  const priced = await hasPrices(db, scope);
  const { spent } = await getOnlyRow(
    db,
    canUseDayCounts(filter)
      ? sql<{ spent: number }>`
          select days.spent + ${priced ? sumAddedCharges(whichOperations(scope, filter)) : sql`0`} as spent from (
            select ${spentIn('counted')} from operation_day_now counted where ${matchesDays(scope, filter)}
          ) days`
      : sql<{ spent: number }>`
          select ${spentIn('operation', priced)} from ${soldFrom(priced)} where ${whichOperations(scope, filter)} and ${isSold()}`,
  );
  return kopecks(spent);
}
