import { sql, type RawBuilder } from 'kysely';
import { FUEL_TITLES, NOT_FUEL } from '../../../gateways/fuel-network/goods-of-title.ts';
import { NETWORK_GOODS } from '../../../gateways/fuel-network/goods.ts';

/**
 * The motor fuel of an `operation` by its item of the tree of goods, null for AdBlue, washing and everything else: `motorFuel` in
 * SQL. Figures of a truck count the fuel of its own kind by it.
 */
export function writeMotorFuel(): RawBuilder<number | null> {
  const title = sql`upper(coalesce(operation.goods_title, ''))`;
  const known = NETWORK_GOODS.map(
    ({ id, treeItemId }) => sql`when operation.goods_id = ${sql.lit(id)} then ${sql.lit(treeItemId)}`,
  );
  const titles = FUEL_TITLES.map(
    ([{ source }, item]) => sql`when ${title} ~ ${source} then ${sql.lit(item)}`,
  );
  return sql<
    number | null
  >`(case when ${title} ~ ${NOT_FUEL.source} then null ${sql.join([...known, ...titles], sql` `)} end)`;
}
