import { sql, type Kysely } from 'kysely';
import { CARD_STATUS, type CardStatusId, type PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { formatCardNumber, isFlakyCard } from '../card-number.ts';
import type { IssuedCard, NetworkCardState, NetworkLimit } from '../fuel-network.ts';

export interface StoredCard extends NetworkCardState {
  partnerId: PartnerId;
}

/** `::float8` because the driver reads a bigint as text; a card's kopecks stay far below 2^53. */
const CARD_COLUMNS = sql`
  card_number as "cardNumber", partner_id as "partnerId", is_virtual as "isVirtual", status,
  balance_kopecks::float8 as "balanceKopecks", goods_ids as "goodsIds", card_limit as "limit"`;

/** Locks the card until the transaction ends. */
export async function findCardLocked(
  db: Kysely<unknown>,
  cardNumber: string,
): Promise<StoredCard | undefined> {
  const { rows } = await sql<StoredCard>`
    select ${CARD_COLUMNS} from simulated_network.card where card_number = ${cardNumber} for update`.execute(
    db,
  );
  return rows[0];
}

/** Locks cards until the transaction ends, in the order of their numbers, so that there are no deadlocks. */
export async function findCardsLocked(
  db: Kysely<unknown>,
  cardNumbers: readonly string[],
): Promise<Map<string, StoredCard>> {
  const { rows } = await sql<StoredCard>`
    select ${CARD_COLUMNS} from simulated_network.card where card_number = any(${cardNumbers}::text[])
    order by card_number for update`.execute(db);
  return new Map(rows.map((card) => [card.cardNumber, card]));
}

/** Lists cards in the order of their numbers: those after one, at most `limit`, or those named. */
export async function listCards(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  args: { after?: string; limit?: number | undefined; numbers?: readonly string[] | undefined } = {},
): Promise<StoredCard[]> {
  const { rows } = await sql<StoredCard>`
    select ${CARD_COLUMNS} from simulated_network.card
    where partner_id = ${partnerId} and card_number > ${args.after ?? ''}
      and (${args.numbers === undefined} or card_number = any(${[...(args.numbers ?? [])]}::text[]))
    order by card_number limit ${args.limit ?? null}::int`.execute(db);
  return rows;
}

/** Returns false, changing nothing, when the number is taken. */
export async function addCard(db: Kysely<unknown>, card: StoredCard): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into simulated_network.card (card_number, partner_id, is_virtual, status, balance_kopecks, goods_ids, card_limit)
    values (${card.cardNumber}, ${card.partnerId}, ${card.isVirtual}, ${card.status}, ${card.balanceKopecks},
            ${card.goodsIds}, ${card.limit && JSON.stringify(card.limit)}::jsonb)
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Issues one empty card that is not set up. It is virtual where that was ordered, and otherwise every fourth is. Skips the
 * numbers of flaky cards.
 */
export async function issueCard(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  isOrderedVirtual: boolean,
): Promise<IssuedCard> {
  for (;;) {
    const { rows } = await sql<{ serial: number }>`
      select nextval('simulated_network.card_serial')::float8 as serial`.execute(db);
    const serial = rows[0]?.serial ?? 0;
    const number = formatCardNumber(partnerId, serial);
    const isVirtual = isOrderedVirtual || serial % 4 === 0;
    if (isFlakyCard(number)) continue;
    const empty = { status: CARD_STATUS.notSetUp, balanceKopecks: kopecks(0), goodsIds: [], limit: null };
    if (await addCard(db, { cardNumber: number, partnerId, isVirtual, ...empty }))
      return { number, isVirtual };
  }
}

export async function changeBalance(
  db: Kysely<unknown>,
  cardNumber: string,
  byKopecks: number,
): Promise<void> {
  await sql`update simulated_network.card set balance_kopecks = balance_kopecks + ${byKopecks}
    where card_number = ${cardNumber}`.execute(db);
}

/** Changes the balances of many cards. */
export async function changeBalances(
  db: Kysely<unknown>,
  changes: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`
    update simulated_network.card set balance_kopecks = balance_kopecks + changed.by_kopecks
    from unnest(${[...changes.keys()]}::text[], ${[...changes.values()]}::bigint[]) as changed (card_number, by_kopecks)
    where card.card_number = changed.card_number`.execute(db);
}

export async function setCardStatus(
  db: Kysely<unknown>,
  cardNumber: string,
  status: CardStatusId,
): Promise<void> {
  await sql`update simulated_network.card set status = ${status} where card_number = ${cardNumber}`.execute(
    db,
  );
}

export async function setCardLimit(
  db: Kysely<unknown>,
  cardNumber: string,
  limit: NetworkLimit | null,
): Promise<void> {
  await sql`update simulated_network.card set card_limit = ${limit && JSON.stringify(limit)}::jsonb
    where card_number = ${cardNumber}`.execute(db);
}

/** Choosing the goods is what sets a new card up. */
export async function setCardGoods(
  db: Kysely<unknown>,
  cardNumber: string,
  goodsIds: number[],
): Promise<void> {
  await sql`update simulated_network.card
    set goods_ids = ${goodsIds}, status = case when status = 5 then 1 else status end
    where card_number = ${cardNumber}`.execute(db);
}

/** Counts one more transfer of the card and returns its number, from 1. */
export async function countTransfer(db: Kysely<unknown>, cardNumber: string): Promise<number> {
  const { rows } = await sql<{ transfers: number }>`
    update simulated_network.card set transfers = transfers + 1
    where card_number = ${cardNumber} returning transfers`.execute(db);
  return rows[0]?.transfers ?? 1;
}
