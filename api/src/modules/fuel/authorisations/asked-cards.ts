import { sql } from 'kysely';
import { CARD_STATUS, type CardStatusId, type PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../db/database.ts';
import { encodeBigints, toParameter } from '../../../db/parameter.ts';
import type { CardHold } from '../../cards/cards/card-holds.ts';

/** A card as a driver shows it. */
export interface ShownCard {
  partnerId: PartnerId;
  number: string;
}

/** A card that a network asks about, and whose it is. */
export interface KnownCard extends ShownCard {
  id: number;
  companyId: number;
}

/** The card with all that decides besides its rules. */
export interface AskedCard extends KnownCard {
  statusId: CardStatusId;
  goodsIds: number[];
  isBlockedCompany: boolean;
  /** Why the portal holds the card closed; null when it does not. */
  hold: Pick<CardHold, 'kind' | 'reason'> | null;
  balance: Kopecks;
}

/** Finds cards by their numbers; a number that no card has is left out. */
export function findKnownCards(db: Db, cards: readonly ShownCard[]): Promise<KnownCard[]> {
  return rows(
    db,
    sql<KnownCard>`
      select card.id, card.company_id as "companyId", card.partner_id as "partnerId", card.card_number as number
      from unnest(${cards.map(({ partnerId }) => partnerId)}::int[], ${toParameter(cards.map(({ number }) => number))}::text[])
        as shown (network, shown_number)
      join card on card.partner_id = shown.network and card.card_number = shown.shown_number`,
  );
}

/** Reads these cards with their money, as they are now. */
export function listAskedCards(tx: Db, ids: readonly number[]): Promise<AskedCard[]> {
  return rows(
    tx,
    sql<AskedCard>`
      select card.id, card.company_id as "companyId", card.partner_id as "partnerId", card.card_number as number,
        card.status_id as "statusId", card.goods_ids as "goodsIds", company.blocked_at is not null as "isBlockedCompany",
        (select jsonb_build_object('kind', hold.kind, 'reason', hold.reason) from card_hold hold where hold.card_id = card.id and hold.ended_at is null
          order by hold.kind = 'rules', hold.id limit 1) as hold,
        account.balance_kopecks as balance
      from card join company on company.id = card.company_id
      join ledger_account account on account.card_id = card.id
      where card.id = any(${encodeBigints(ids)}::bigint[])`,
  );
}

/** Goods that a card may have bought before. */
interface BoughtBefore {
  companyId: number;
  cardId: number;
  goodsId: number;
}

/** Returns the prices of a litre at the cards' newest purchases of these goods, in the order given; null when there is none. */
export async function listLastPrices(tx: Db, bought: readonly BoughtBefore[]): Promise<(number | null)[]> {
  if (bought.length === 0) return [];
  const found = await rows(
    tx,
    sql<{ place: number; price: number }>`
      select asked.place::int as place, newest.price
      from unnest(${encodeBigints(bought.map((item) => item.companyId))}::bigint[], ${encodeBigints(bought.map((item) => item.cardId))}::bigint[],
        ${bought.map((item) => item.goodsId)}::int[]) with ordinality as asked (company_id, card_id, goods_id, place)
      cross join lateral (
        select unit_price_kopecks as price from operation
        where operation.company_id = asked.company_id and operation.card_id = asked.card_id
          and operation.goods_id = asked.goods_id and unit_price_kopecks > 0
        order by created_at desc limit 1
      ) newest`,
  );
  const prices = new Map(found.map(({ place, price }) => [place, price]));
  return bought.map((_, index) => prices.get(index + 1) ?? null);
}

/** Lists a page of a network's active cards of companies that owe nothing. */
export async function listStandInCards(
  db: Db,
  { partnerId, after, max }: { partnerId: PartnerId; after: string; max: number },
): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ number: string }>`
      select card.card_number as number from card join company on company.id = card.company_id
      where card.partner_id = ${partnerId} and card.card_number > ${after} and card.status_id = ${CARD_STATUS.active}
        and company.blocked_at is null
        and not exists (select from card_hold hold where hold.card_id = card.id and hold.ended_at is null)
        and not exists (
          select from ledger_account owed where owed.company_id = card.company_id
            and owed.kind in ('debt', 'unallocated') and owed.balance_kopecks < 0)
      order by card.card_number limit ${max}`,
  );
  return found.map(({ number }) => number);
}
