import { sql, type RawBuilder } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Days } from '#contract/fuel/summary/compared-period.ts';
import type { Spending } from '#contract/fuel/summary/summary.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import { isSold, soldFrom, spentIn } from './spending.ts';
import { SIDES } from './summary-side-store.ts';

/** Spending of a company on some days. */
export interface CompanySpent extends Spending {
  /** Cards that fuelled. */
  cards: number;
  /** Spending on the days compared; null without such days. */
  previous: Kopecks | null;
  /** Trucks that its cards were on at the time, on the days or on those compared. */
  vehicleIds: number[];
}

const NOTHING: CompanySpent = {
  count: 0,
  spent: kopecks(0),
  centilitres: 0,
  cards: 0,
  previous: null,
  vehicleIds: [],
};

/**
 * Sums the spending of several companies by one statement, with the figures of the report by truck of each. `scopes` are the
 * only companies that it reads.
 */
export async function readSpentOfMany(
  db: Db,
  scopes: readonly CompanyScope[],
  { days, compared }: { days: Days; compared: Days | null },
): Promise<(scope: CompanyScope) => CompanySpent> {
  if (scopes.length === 0) return () => NOTHING;
  const ids = encodeBigints(scopes.map(({ companyId }) => companyId));
  const found = await rows(
    db,
    sql<
      Omit<CompanySpent, 'previous' | 'vehicleIds'> & {
        companyId: number;
        previous: number;
        vehicleIds: string;
      }
    >`
      with sold as materialized (
        ${soldOn(ids, days, true)} ${compared ? sql`union all ${soldOn(ids, compared, false)}` : sql``}
      )
      select company_id as "companyId", coalesce(sum(count) filter (where now), 0)::bigint as count,
        coalesce(sum(spent) filter (where now), 0)::bigint as spent,
        coalesce(sum(centilitres) filter (where now), 0)::bigint as centilitres,
        count(distinct card_id) filter (where now) as cards,
        coalesce(sum(spent) filter (where not now), 0)::bigint as previous,
        string_agg(distinct vehicle_id::text, ',') as "vehicleIds"
      from sold group by company_id`,
  );
  const byId = new Map(found.map((row) => [row.companyId, row]));
  return ({ companyId }) => {
    const row = byId.get(companyId);
    const previous = compared && kopecks(row?.previous ?? 0);
    if (!row) return { ...NOTHING, previous };
    const { count, centilitres, cards, vehicleIds } = row;
    const spent = kopecks(row.spent);
    return { count, spent, centilitres, cards, previous, vehicleIds: vehicleIds.split(',').map(Number) };
  };
}

/** Selects what the companies bought on Moscow days, by company, card and truck. */
function soldOn(ids: Buffer, { from, to }: Days, now: boolean): RawBuilder<unknown> {
  return sql`
    select operation.company_id, operation.card_id, ${SIDES.vehicle.of} as vehicle_id, ${sql.lit(now)} as now,
      count(*) as count, ${spentIn('operation', true)}
    from ${soldFrom(true)}
    where operation.company_id = any(${ids}::bigint[]) and ${isSold()}
      and operation.created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
      and operation.created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
    group by 1, 2, 3`;
}
