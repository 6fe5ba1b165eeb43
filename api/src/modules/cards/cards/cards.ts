import { sql } from 'kysely';
import type { z } from 'zod';
import { type PartnerId, CARD_STATUS, SANDBOX_NETWORK } from '#contract/ids.ts';
import type { card } from '#contract/cards/cards.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { type Db, firstRow, rows } from '../../../db/database.ts';
import {
  type HoldDecision,
  lockCardsOnHold,
  lockUnheldCards,
  endHoldsOfCards,
  holdCards,
  selectBudgetHold,
} from './card-holds.ts';
import type { Context } from '../../../context.ts';
import { listIds, type CompanyScope } from '../../../db/company-scope.ts';
import { listCards, type CardFilter } from './card-store.ts';
import { presentCard } from './present.ts';
import { notFound } from '../../../errors.ts';
import { lockCard, type LockedCard } from './locked-card-store.ts';
import { NETWORK_GOODS } from '../../../gateways/fuel-network/goods.ts';

/** Card data that a movement of money needs. */
export interface MovingCard {
  id: number;
  companyId: number;
  partnerId: PartnerId;
  number: string;
}

/** The cards that movements name, each of its own company. */
export async function findMovingCards(
  db: Db,
  args: readonly { companyId: number; cardId: number }[],
): Promise<MovingCard[]> {
  const { rows } = await sql<{ id: number; company_id: number; partner_id: PartnerId; card_number: string }>`
    select card.id, card.company_id, card.partner_id, card.card_number
    from unnest(${args.map((item) => item.companyId)}::bigint[], ${args.map((item) => item.cardId)}::bigint[])
      as asked (company_id, card_id)
    join card on card.id = asked.card_id and card.company_id = asked.company_id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    partnerId: row.partner_id,
    number: row.card_number,
  }));
}

export async function findPartnerOfCard(db: Db, cardId: number): Promise<PartnerId | null> {
  const row = await firstRow(
    db,
    sql<{ partner_id: PartnerId }>`select partner_id from card where id = ${cardId}`,
  );
  return row?.partner_id ?? null;
}

/** Small enough that the company's money is unlocked within moments. */
const BATCH_SIZE = 100;

/**
 * Aligns the holds of some cards with the company's block: on hold while it is blocked, released when it is not. A
 * repeat changes nothing. Returns true when there may be more. The caller has locked the company's money.
 */
export async function alignCardHolds(
  tx: Db,
  args: { companyId: number; blocked: boolean; word: Omit<HoldDecision, 'kind'> },
): Promise<boolean> {
  const about = { companyId: args.companyId, kind: 'company', max: BATCH_SIZE } as const;
  const cards = await (args.blocked ? lockUnheldCards(tx, about) : lockCardsOnHold(tx, about));
  if (cards.length === 0) return false;
  await (args.blocked ? holdCards : endHoldsOfCards)(tx, cards, { ...args.word, kind: 'company' });
  return cards.length === BATCH_SIZE;
}

/** The company's cards under a filter, as every call shows them. */
export async function listShownCards(
  ctx: Context,
  scope: CompanyScope,
  filter: CardFilter,
): Promise<z.input<typeof card>[]> {
  const cards = await ctx.db.inCompany(scope, (tx) => listCards(tx, scope, filter, ctx.clock.now()));
  return cards.map((cardRecord) => presentCard(ctx, cardRecord));
}

/** Locks one of the company's cards until the transaction ends, and returns what was chosen for it last. 404. */
export async function lockOwnCard(tx: Db, scope: CompanyScope, cardId: number): Promise<LockedCard> {
  const card = await lockCard(tx, scope, cardId);
  if (!card) throw notFound('Карта не найдена');
  return card;
}

export interface CardsNeedingAttention {
  notSetUp: number;
  blocked: number;
  /** Active, with nothing left on them. */
  empty: number;
  /** Closed by a spent budget of their group. */
  overBudget: number;
}

/** Counts the companies' cards that need attention. A company without cards is left out. */
export async function countCardsNeedingAttention(
  db: Db,
  scopes: readonly CompanyScope[],
): Promise<Map<number, CardsNeedingAttention>> {
  const found = await rows(
    db,
    sql<CardsNeedingAttention & { companyId: number }>`
      select card.company_id as "companyId", count(*) filter (where card.status_id = ${CARD_STATUS.notSetUp}) as "notSetUp",
        count(*) filter (where card.status_id = ${CARD_STATUS.blocked}) as blocked,
        count(*) filter (where card.status_id = ${CARD_STATUS.active} and coalesce(account.balance_kopecks, 0) <= 0) as empty,
        count(*) filter (where exists (${selectBudgetHold})) as "overBudget"
      from card left join ledger_account account on account.card_id = card.id
      where card.company_id = any(${listIds(scopes)}::bigint[]) group by card.company_id`,
  );
  return new Map(found.map(({ companyId, ...counts }) => [companyId, counts]));
}

export interface NewCard {
  id: number;
  /** The price by its order, or null for a card beyond those ordered. */
  price: Kopecks | null;
}

/** Adds newly issued cards as not set up; a known number is left unchanged. The first `ordered` of them have the price. */
export async function insertNewCards(
  tx: Db,
  issued: {
    companyId: number;
    partnerId: PartnerId;
    itemId: number;
    cards: readonly { number: string; isVirtual: boolean }[];
    ordered: number;
    price: Kopecks;
    /** Plastic cards can't be set up before their client confirms the receipt. */
    awaitsReceipt: boolean;
    now: Date;
  },
): Promise<NewCard[]> {
  await sql`select pg_advisory_xact_lock(hashtext('card-numbers'), ${issued.partnerId}::int)`.execute(tx);
  const { rows: made } = await sql<{ id: number; price: number | null }>`
    insert into card (company_id, partner_id, card_number, status_id, is_virtual, receipt_awaited, price_kopecks, request_item_id, created_at)
    select ${issued.companyId}::bigint, ${issued.partnerId}::int, listed.number, ${CARD_STATUS.notSetUp}::int, listed.is_virtual,
      ${issued.awaitsReceipt}::boolean and not listed.is_virtual,
      case when row_number() over (order by listed.place) <= ${issued.ordered}::int then ${issued.price}::bigint end,
      ${issued.itemId}::bigint, ${issued.now}::timestamptz
    from unnest(
      ${issued.cards.map((card) => card.number)}::text[], ${issued.cards.map((card) => card.isVirtual)}::boolean[]
    ) with ordinality as listed (number, is_virtual, place)
    where not exists (select from card where card.card_number = listed.number)
    order by listed.place
    on conflict do nothing returning id, price_kopecks as price`.execute(tx);
  return made.map(({ id, price }) => ({ id, price: price === null ? null : kopecks(price) }));
}

/** Lets the cards of an order be set up, because its client has them now. Returns how many waited for that. */
export async function endReceiptWait(tx: Db, scope: CompanyScope, orderId: number): Promise<number> {
  const ended = await rows(
    tx,
    sql<{ id: number }>`
      update card set receipt_awaited = false
      where company_id = ${scope.companyId} and receipt_awaited and request_item_id in (
        select id from card_request_item where request_id = ${orderId} and company_id = ${scope.companyId})
      returning id`,
  );
  return ended.length;
}

/** Adds cards of a sandbox: open, and paying for everything. Returns their ids, in the order of their numbers. */
export async function insertSandboxCards(
  tx: Db,
  made: { companyId: number; numbers: readonly string[]; itemId?: number; now: Date },
): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{ id: number }>`
      insert into card (company_id, partner_id, card_number, status_id, goods_ids, is_virtual, request_item_id, created_at)
      select ${made.companyId}::bigint, ${SANDBOX_NETWORK}::int, listed.number, ${CARD_STATUS.active}::int,
        ${NETWORK_GOODS.map(({ id }) => id)}::int[], true, ${made.itemId ?? null}::bigint, ${made.now}::timestamptz
      from unnest(${made.numbers}::text[]) with ordinality as listed (number, place) order by listed.place
      returning id`,
  );
  return found.map(({ id }) => id);
}

/**
 * Updates the shortfalls of cards that have bought more than our books had on them. Call this within the turn of
 * their network.
 */
export async function updateShortfalls(tx: Db, byCard: ReadonlyMap<number, Kopecks>): Promise<void> {
  await sql`
    update card set shortfall_kopecks = changed.shortfall
    from unnest(${[...byCard.keys()]}::bigint[], ${[...byCard.values()]}::bigint[]) as changed (id, shortfall)
    where card.id = changed.id`.execute(tx);
}

/**
 * Puts cards of the company into a group that the caller has found to be its own; null takes them out. Returns the ids
 * of those that it has changed.
 */
export async function putIntoGroup(
  tx: Db,
  { companyId }: CompanyScope,
  { cardIds, groupId }: { cardIds: readonly number[]; groupId: number | null },
): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{ id: number }>`
      update card set group_id = ${groupId} where company_id = ${companyId} and id in (
        select id from card where company_id = ${companyId} and id = any(${[...cardIds]}::bigint[])
          and group_id is distinct from ${groupId}::bigint order by id for no key update)
      returning id`,
  );
  return found.map(({ id }) => id);
}

/** Takes all cards out of a group that is about to be removed. */
export async function takeOutOfGroup(tx: Db, { companyId }: CompanyScope, groupId: number): Promise<void> {
  await sql`update card set group_id = null where company_id = ${companyId} and group_id = ${groupId}`.execute(
    tx,
  );
}
