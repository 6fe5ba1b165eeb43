import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '#contract/fields.ts';
import { OPERATION_TYPE } from '#contract/ids.ts';
import type { OperationSort } from '#contract/fuel/operations.ts';

/** Values that each order compares. Operations without a value come last. Equal rows come newest first. */
const ORDERED: Record<OperationSort, RawBuilder<unknown>> = {
  at: sql`operation.created_at`,
  card: sql`card.card_number`,
  network: sql`operation.partner_id`,
  what: sql`operation.goods_title`,
  litres: sql`case when operation.type_id = ${OPERATION_TYPE.refund} then -1 else 1 end * operation.centilitres`,
  price: sql`operation.unit_price_kopecks`,
  sum: sql`case when operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.payout}) then -1 else 1 end
    * nullif(operation.sum_kopecks, 0)`,
  size: sql`nullif(operation.sum_kopecks, 0)`,
  status: sql`operation.status_id`,
};

/** The beginning of an `order by`. */
export function orderBy({ key, descending }: Sort<OperationSort>): RawBuilder<unknown> {
  return sql`${ORDERED[key]} ${descending ? sql`desc` : sql`asc`} nulls last,`;
}

/** Returns the joins that the order needs beside the operations. */
export function joinsForSort({ key }: Sort<OperationSort>): RawBuilder<unknown> {
  return key === 'card' ? sql`join card on card.id = operation.card_id` : sql``;
}
