import { sql, type RawBuilder } from 'kysely';
import { type PartnerId, SANDBOX_NETWORK } from '#contract/ids.ts';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import { firstRow, type Db, rows } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { FUEL_TITLES, NOT_FUEL } from '../../../gateways/fuel-network/goods-of-title.ts';
import { NETWORK_GOODS } from '../../../gateways/fuel-network/goods.ts';

export interface PartnerRecord {
  id: PartnerId;
  key: string;
  title: string;
  /** False means that the network "will be connected soon". */
  active: boolean;
  cardPrice: Kopecks;
}

interface PartnerRow {
  id: PartnerId;
  key: string;
  title: string;
  active: boolean;
  card_price_kopecks: number;
}

/** Changes what is given and leaves the rest; null when there is no such partner. */
export async function changePartner(
  db: Db,
  args: { id: number; active?: boolean; cardPrice?: Kopecks },
): Promise<PartnerRecord | null> {
  const row = await firstRow(
    db,
    sql<PartnerRow>`
      update partner set active = coalesce(${args.active ?? null}::boolean, active),
        card_price_kopecks = coalesce(${args.cardPrice ?? null}::bigint, card_price_kopecks)
      where id = ${args.id}::bigint returning id, key, title, active, card_price_kopecks`,
  );
  return row && toPartnerRecord(row);
}

function toPartnerRecord(row: PartnerRow): PartnerRecord {
  return {
    id: row.id,
    key: row.key,
    title: row.title,
    active: row.active,
    cardPrice: kopecks(row.card_price_kopecks),
  };
}

/** Lists the networks of the programme, without the one of sandboxes. */
export async function listPartners(db: Db): Promise<PartnerRecord[]> {
  const { rows } = await sql<PartnerRow>`
    select id, key, title, active, card_price_kopecks from partner
    where id <> ${SANDBOX_NETWORK} order by id`.execute(db);
  return rows.map(toPartnerRecord);
}

/**
 * Lists the networks with the price of their card on a Moscow day. The price is the latest that has taken effect,
 * otherwise the initial one.
 */
export async function listPricedPartners(db: Db, day: string): Promise<PartnerRecord[]> {
  const found = await rows(
    db,
    sql<PartnerRow>`
      select partner.id, partner.key, partner.title, partner.active, coalesce((
        select price_kopecks from card_price where partner_id = partner.id and first_day <= ${day}::date
        order by first_day desc, id desc limit 1
      ), partner.card_price_kopecks) as card_price_kopecks
      from partner where partner.id <> ${SANDBOX_NETWORK} order by partner.id`,
  );
  return found.map(toPartnerRecord);
}

type Networks = Pick<Context, 'networkIds'>;

/** The sentence for a network that this server has no settings of. */
export const NOT_CONFIGURED = 'на сервере нет настроек с ключами этой сети';

/** Like `listPricedPartners`, but a network that this server cannot reach counts as switched off. */
export async function listOfferedPartners(ctx: Networks, db: Db, day: string): Promise<PartnerRecord[]> {
  return (await listPricedPartners(db, day)).map((partner) => offeredPartner(ctx, partner));
}

/** A partner that staff have switched on is offered only where the server has its settings. */
export function offeredPartner(ctx: Networks, partner: PartnerRecord): PartnerRecord {
  return { ...partner, active: partner.active && ctx.networkIds().includes(partner.id) };
}

/** Returns whether any company ever made a sandbox. Its network exists from then on. */
export async function hasSandboxNetwork(db: Db): Promise<boolean> {
  return (
    (await firstRow(db, sql<{ id: number }>`select id from partner where id = ${SANDBOX_NETWORK}`)) !== null
  );
}

/** Adds missing networks; those that staff have changed are left as they are. */
export async function insertMissingPartners(
  db: Db,
  partners: readonly { id: number; key: string; title: string; active: boolean; cardPriceKopecks: number }[],
): Promise<void> {
  for (const partner of partners) {
    await sql`
      insert into partner (id, key, title, active, card_price_kopecks)
      values (${partner.id}, ${partner.key}, ${partner.title}, ${partner.active}, ${partner.cardPriceKopecks})
      on conflict (id) do nothing`.execute(db);
  }
}

/**
 * Writes the SQL that finds the motor fuel of an `operation` by its item of the tree of goods, null for AdBlue, washing and
 * everything else: `motorFuel` in SQL. Reports on trucks count only their own kind of fuel.
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
