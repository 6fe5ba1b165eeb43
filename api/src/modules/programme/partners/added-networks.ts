import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { firstRow, getOnlyRow, type Db, rows } from '../../../db/database.ts';
import type { AddedNetwork } from '../../../gateways/fuel-network/added-network.ts';

/**
 * Locks the networks until the transaction ends. Ids are assigned one after the other, and no two networks get the same
 * settings.
 */
export async function lockNetworks(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('added-networks'))`.execute(tx);
}

export async function nextPartnerId(tx: Db): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`select max(id) + 1 as id from partner where id <> ${SANDBOX_NETWORK}`,
  );
  return id;
}

export async function isKeyTaken(tx: Db, key: string): Promise<boolean> {
  return (await firstRow(tx, sql<{ id: number }>`select id from partner where key = ${key}`)) !== null;
}

/** Returns whether another network has this name, ignoring case. */
export async function isTitleTaken(tx: Db, title: string, except: number | null): Promise<boolean> {
  const found = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from partner where lower(title) = lower(${title}) and id is distinct from ${except}::int limit 1`,
  );
  return found !== null;
}

export async function renamePartner(tx: Db, id: number, title: string): Promise<void> {
  await sql`update partner set title = ${title} where id = ${id}`.execute(tx);
}

export async function insertAddedNetwork(
  tx: Db,
  network: AddedNetwork,
  by: { staffId: number; now: Date },
): Promise<void> {
  await sql`
    insert into added_network (partner_id, adapter, address, settings, colour, brands, goods_ids, limit_periods,
      chooses_goods, blocks_cards, added_at, added_by)
    values (${network.partnerId}, ${network.adapter}, ${network.address}, ${network.settings}, ${network.colour},
      ${[...network.brands]}::text[], ${[...network.goodsIds]}::int[], ${[...network.limitPeriods]}::text[],
      ${network.choosesGoods}, ${network.blocksCards}, ${by.now}, ${by.staffId})`.execute(tx);
}

export async function updateAddedNetwork(tx: Db, network: AddedNetwork): Promise<void> {
  await sql`
    update added_network set address = ${network.address}, settings = ${network.settings}, colour = ${network.colour},
      brands = ${[...network.brands]}::text[], goods_ids = ${[...network.goodsIds]}::int[],
      limit_periods = ${[...network.limitPeriods]}::text[], chooses_goods = ${network.choosesGoods},
      blocks_cards = ${network.blocksCards}
    where partner_id = ${network.partnerId}`.execute(tx);
}

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
