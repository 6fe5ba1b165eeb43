import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import type { AddedNetwork } from '../../../gateways/fuel-network/added-network.ts';

/** The networks that staff have added, by their ids. */
export async function listAddedNetworks(db: Db): Promise<AddedNetwork[]> {
  return rows(
    db,
    sql<AddedNetwork>`
      select partner_id as "partnerId", adapter, address, settings, colour, brands, goods_ids as "goodsIds",
        limit_periods as "limitPeriods", chooses_goods as "choosesGoods", blocks_cards as "blocksCards"
      from added_network order by partner_id`,
  );
}
