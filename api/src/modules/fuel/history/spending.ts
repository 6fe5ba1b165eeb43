import { sql, type RawBuilder } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, type Db, rows } from '../../../db/database.ts';
import { whichOperations } from './operation-filter.ts';
import type { Context } from '../../../context.ts';

/**
 * Sums the fuel spending: done purchases minus done refunds. `priced` adds the company's tariffs (decision 56) and
 * needs `soldFrom(true)`.
 */
export function spentIn(table: 'operation' | 'counted', priced = false): RawBuilder<unknown> {
  const [type, status, station, centilitres] = ['type_id', 'status_id', 'sum_kopecks', 'centilitres'].map(
    (name) => sql.ref(`${table}.${name}`),
  );
  const sum = priced ? sql`(${station} + coalesce(${ADDED_CHARGES}, 0))` : station;
  const sign = sql`case ${type} when ${OPERATION_TYPE.purchase} then 1 else -1 end`;
  const done = sql`filter (where ${status} = ${OPERATION_STATUS.done}
    and ${type} in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund}))`;
  return sql`coalesce(sum(${sign} * ${sum}) ${done}, 0)::bigint as spent,
    coalesce(sum(${sign} * ${centilitres}) ${done}, 0)::bigint as centilitres`;
}

/** Amount that a tariff adds to the station's sum, in the direction of the operation. */
const ADDED_CHARGES = sql`(charged.surcharge_kopecks - charged.discount_kopecks + charged.fee_kopecks)`;

/** The table of operations, with the sums of tariffs where the company has ever had one. */
export function soldFrom(priced: boolean): RawBuilder<unknown> {
  return priced
    ? sql`operation left join sale_price charged on charged.operation_id = operation.id`
    : sql`operation`;
}

/**
 * Sums what tariffs add to the spending of the operations found by the conditions. Used with counted days, which do not
 * include tariffs.
 */
export function sumAddedCharges(which: RawBuilder<unknown>): RawBuilder<unknown> {
  const sign = sql`case operation.type_id when ${OPERATION_TYPE.purchase} then 1 else -1 end`;
  return sql`(
    select coalesce(sum(${sign} * ${ADDED_CHARGES}), 0)::bigint
    from sale_price charged join operation on operation.id = charged.operation_id where ${which} and ${isSold()})`;
}

/** Returns whether the company has ever bought fuel under a tariff. For all others the price lookup is skipped. */
export async function hasPrices(db: Db, { companyId }: CompanyScope): Promise<boolean> {
  const { found } = await getOnlyRow(
    db,
    sql<{ found: boolean }>`select exists (select from sale_price where company_id = ${companyId}) as found`,
  );
  return found;
}

/** An `operation` that counts as spending. Written out, so that the planner sees that the index of sold fuel holds it. */
export function isSold(): RawBuilder<unknown> {
  const { purchase, refund } = OPERATION_TYPE;
  return sql`operation.status_id = ${sql.lit(OPERATION_STATUS.done)}
    and operation.type_id in (${sql.lit(refund)}, ${sql.lit(purchase)})`;
}

export interface SpendingDay {
  /** Moscow, `YYYY-MM-DD`. */
  day: string;
  partnerId: number;
  spent: Kopecks;
}

/**
 * Lists the company's fuel spending by day and network, oldest first. Days and networks without spending are left out.
 */
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

/** Returns whether a card of the company was ever used at a station. */
export async function hasFillings(db: Db, scope: CompanyScope): Promise<boolean> {
  const { found } = await getOnlyRow(
    db,
    sql<{ found: boolean }>`
      select exists (select from operation where company_id = ${scope.companyId} and ${isSold()}) as found`,
  );
  return found;
}

/** Moves the changes into their days in one statement, so that no reader sees them twice or not at all. */
export async function addChangesToDays(tx: Db): Promise<void> {
  // If another process holds the lock, there is nothing to do.
  const { mine } = await getOnlyRow(
    tx,
    sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('count-up-days')) as mine`,
  );
  if (!mine) return;
  await sql`
    with change as (
      delete from operation_day_change
      returning company_id, day, type_id, status_id, operations, sum_kopecks, centilitres
    )
    insert into operation_day as counted (company_id, day, type_id, status_id, operations, sum_kopecks, centilitres)
    select company_id, day, type_id, status_id, sum(operations), sum(sum_kopecks), sum(centilitres)
    from change group by company_id, day, type_id, status_id
    on conflict (company_id, day, type_id, status_id) do update set operations = counted.operations + excluded.operations,
      sum_kopecks = counted.sum_kopecks + excluded.sum_kopecks, centilitres = counted.centilitres + excluded.centilitres`.execute(
    tx,
  );
}

/**
 * Adds recent changes to the counted days of the operations (docs/decisions/0014). Totals stay the same; this only
 * makes them fast.
 */
export async function countUpDays(ctx: Context): Promise<void> {
  await ctx.db.inSystem(addChangesToDays);
}
