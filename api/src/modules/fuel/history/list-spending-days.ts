import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { whichOperations } from './operation-filter-store.ts';
import { hasPrices, soldFrom, spentIn } from './spending-store.ts';

export interface SpendingDay {
  /** Moscow, `YYYY-MM-DD`. */
  day: string;
  partnerId: number;
  spent: Kopecks;
}

/** What the company spent on fuel, by day and network, oldest first; a day and network without any is missing. */
export async function listSpendingDays(
  db: Db,
  scope: CompanyScope,
  period: { dateFrom: string; dateTo: string },
): Promise<SpendingDay[]> {
  const priced = await hasPrices(db, scope);
  const found = await rows(
    db,
    sql<{ day: string; partner_id: number; spent: number }>`
      select to_char(operation.created_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day, operation.partner_id,
        ${spentIn('operation', priced)}
      from ${soldFrom(priced)}
      where ${whichOperations(scope, period)} and operation.status_id = ${OPERATION_STATUS.done}
        and operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
      group by 1, 2 order by 1, 2`,
  );
  return found.map((row) => ({ day: row.day, partnerId: row.partner_id, spent: kopecks(row.spent) }));
}
