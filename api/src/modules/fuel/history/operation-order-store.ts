import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '#contract/fields.ts';
import { OPERATION_ORDERS } from '#contract/fuel/operation-filter.ts';
import type { OperationSort } from '#contract/fuel/operations.ts';

type OrderField = (typeof OPERATION_ORDERS)[OperationSort]['field'];

/** Values that the orders of the contract compare. */
const FIELDS: Readonly<Record<OrderField, RawBuilder<unknown>>> = {
  at: sql`operation.created_at`,
  cardNumber: sql`card.card_number`,
  partner: sql`operation.partner_id`,
  goods: sql`operation.goods_title`,
  litres: sql`operation.centilitres`,
  unitPrice: sql`operation.unit_price_kopecks`,
  sum: sql`operation.sum_kopecks`,
  status: sql`operation.status_id`,
};

/** The beginning of an `order by`. */
export function orderBy({ key, descending }: Sort<OperationSort>): RawBuilder<unknown> {
  const { field, negative, zeroIsNone } = OPERATION_ORDERS[key];
  const value = zeroIsNone ? sql`nullif(${FIELDS[field]}, 0)` : FIELDS[field];
  const compared = negative
    ? sql`case when operation.type_id in (${sql.join(negative)}) then -1 else 1 end * ${value}`
    : value;
  return sql`${compared} ${descending ? sql`desc` : sql`asc`} nulls last,`;
}

/** Returns the joins that the order needs beside the operations. */
export function joinsForSort({ key }: Sort<OperationSort>): RawBuilder<unknown> {
  return key === 'card' ? sql`join card on card.id = operation.card_id` : sql``;
}
