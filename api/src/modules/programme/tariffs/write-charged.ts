import { sql, type RawBuilder } from 'kysely';

/**
 * What a client is charged for an `operation`, in kopecks: the station's sum with what its tariff makes of it, from a `sale_price`
 * that is joined as `price`; without one the station's sum.
 */
export function writeCharged(): RawBuilder<number> {
  return sql<number>`(operation.sum_kopecks - coalesce(price.discount_kopecks, 0)
    + coalesce(price.surcharge_kopecks, 0) + coalesce(price.fee_kopecks, 0))`;
}
