import { sql, type RawBuilder } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { listIds, type CompanyScope } from '../../../../db/company-scope.ts';
import { rows, type Db } from '../../../../db/database.ts';

/** Joins the price of a litre at the last purchase of this fuel by the card of the request `one`, as `price.kopecks`. */
export function joinPrice(): RawBuilder<unknown> {
  return sql`left join lateral (
    select unit_price_kopecks as kopecks from operation
    where operation.company_id = one.company_id and operation.card_id = one.card_id
      and operation.type_id = ${OPERATION_TYPE.purchase} and operation.status_id = ${OPERATION_STATUS.done}
      and (one.goods_id is null or operation.goods_id = one.goods_id) and unit_price_kopecks is not null
    order by operation.created_at desc, operation.id desc limit 1
  ) price on true`;
}

/** Cost of the request `one` in kopecks: its sum, or else its litres at the last price. Null: neither is known. */
export function writeCost(): RawBuilder<unknown> {
  return sql`coalesce(one.sum_kopecks, round(one.centilitres * price.kopecks / 100.0))::float8`;
}

export interface RequestedExceptions {
  count: number;
  /** Their cost, as far as it is known. */
  sum: Kopecks;
  dueAt: Date | null;
}

/** Counts the companies' requests that wait for an answer, and when the first one is due. A company without such is left out. */
export async function countRequestedExceptions(
  db: Db,
  scopes: readonly CompanyScope[],
): Promise<Map<number, RequestedExceptions>> {
  const found = await rows(
    db,
    sql<{ companyId: number; count: number; sum: number; dueAt: Date | null }>`
      select one.company_id as "companyId", count(*)::int as count, coalesce(sum(${writeCost()}), 0)::float8 as sum,
        min(due_at) as "dueAt"
      from rule_exception one ${joinPrice()}
      where one.company_id = any(${listIds(scopes)}::bigint[]) and one.state = 'asked' group by one.company_id`,
  );
  return new Map(found.map(({ companyId, sum, ...counts }) => [companyId, { ...counts, sum: kopecks(sum) }]));
}
