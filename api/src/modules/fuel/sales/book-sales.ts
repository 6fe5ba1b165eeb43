import type { PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { AccountPlace } from '../../money/ledger/account.ts';
import { listAccounts } from '../../money/ledger/list-accounts.ts';
import { lockFreeMoney } from '../../money/ledger/lock-free-money.ts';
import { requireAccounts } from '../../money/ledger/require-accounts.ts';
import { postTransfers } from '../../money/ledger/post-transfers.ts';
import { blockDebtors, type Debt } from './block-debtors.ts';
import { isDatedAhead } from './dated-ahead.ts';
import { insertAhead, insertOrphan, listUnknownEvents, markOrphansBooked } from './feed-store.ts';
import { UNKNOWN_CARD } from './orphan-reason.ts';
import { listClosedEvents } from './orphan-store.ts';
import { saleMoney, type BookedSale, type NetworkSaleEvent } from './sale-money.ts';
import { findSoldCards, takeTurn, type SoldCard } from './sale-store.ts';
import { insertSales } from '../../networks/commands/insert-sales.ts';
import { updateShortfalls } from '../../cards/cards/update-shortfalls.ts';
import { tellChangedSales } from './tell-changed-sales.ts';

/**
 * Books the purchases and refunds that a network reports: late, out of order, repeated, by two processes at once
 * (docs/facts.md 8). An event is identified by the network's own id; repeating it changes nothing.
 * One transaction per page. If that fails, each event gets its own, so that one that cannot be booked does not hold
 * up the others: it waits among the orphans (`retry-orphans.ts`). Throws only when even that cannot be stored.
 */
export async function bookSales(
  ctx: Context,
  partnerId: PartnerId,
  events: readonly NetworkSaleEvent[],
): Promise<void> {
  const unknown = await listUnknownEvents(ctx.db.system, {
    partnerId,
    externalIds: events.map((one) => one.externalId),
  });
  const news = events.filter((one) => unknown.delete(one.externalId));
  if (news.length > 0) await bookPage(ctx, partnerId, news);
  // What has just been booked says what it is booked with.
  const booked = new Set(news);
  const known = events.filter((one) => !booked.has(one));
  if (known.length > 0) await tellChangedSales(ctx, partnerId, known);
}

async function bookPage(
  ctx: Context,
  partnerId: PartnerId,
  events: readonly NetworkSaleEvent[],
): Promise<void> {
  try {
    await bookTogether(ctx, partnerId, events);
  } catch (error) {
    ctx.log.warn(
      { err: error, partnerId, events: events.length },
      'a page of the feed is booked event by event',
    );
    await bookOneByOne(ctx, partnerId, events);
  }
}

export async function bookOneByOne(
  ctx: Context,
  partnerId: PartnerId,
  events: readonly NetworkSaleEvent[],
): Promise<void> {
  for (const event of events) {
    try {
      await bookTogether(ctx, partnerId, [event]);
    } catch (error) {
      ctx.log.error(
        { err: error, partnerId, externalId: event.externalId },
        'an event of the feed can’t be booked',
      );
      await insertOrphan(ctx.db.system, {
        partnerId,
        events: [event],
        reason: String(error),
        now: ctx.clock.now(),
      });
    }
  }
}

/** Such a sale is left out of its page and tried again a minute later. */
const MONEY_HELD = 'the company’s money is held by somebody else';

interface Booked {
  strangers: NetworkSaleEvent[];
  /** Dated ahead of their time, and not known before. */
  ahead: NetworkSaleEvent[];
  debts: Debt[];
}

async function bookTogether(
  ctx: Context,
  partnerId: PartnerId,
  events: readonly NetworkSaleEvent[],
): Promise<void> {
  const { strangers, ahead, debts } = await ctx.db.inSystem((tx) => book(ctx, tx, partnerId, events));
  for (const { externalId, cardNumber } of strangers) {
    ctx.log.warn({ partnerId, externalId, card: cardNumber.slice(-4) }, 'a sale of a card that is not ours');
  }
  for (const { externalId, soldAt } of ahead)
    ctx.log.error({ partnerId, externalId, soldAt }, 'a sale is dated ahead: it waits for its day');
  for (const { companyId, cardId, operationId, owed } of debts) {
    ctx.log.error(
      { partnerId, companyId, cardId, operationId, owedKopecks: owed },
      'a card has run into debt',
    );
  }
}

async function book(
  ctx: Context,
  tx: Db,
  partnerId: PartnerId,
  reported: readonly NetworkSaleEvent[],
): Promise<Booked> {
  await takeTurn(tx, partnerId);
  const externalIds = reported.map((one) => one.externalId);
  const closed = await listClosedEvents(tx, { partnerId, externalIds });
  const events = reported.filter((one) => !closed.has(one.externalId));
  const numbers = [...new Set(events.map((one) => one.cardNumber))];
  const cards = await findSoldCards(tx, { partnerId, numbers });
  const ours = events.flatMap((event) => {
    const card = cards.get(event.cardNumber);
    return card ? [{ card, event }] : [];
  });
  const accounts = await accountsOf(tx, partnerId, ours);
  const free = await lockFreeMoney(
    tx,
    ours.map(({ card }) => card.companyId),
    ctx.config.companyPatienceMs,
  );
  // Read after both waits: a day that ended meanwhile takes no more movements.
  const now = ctx.clock.now();
  const strangers = events.filter((one) => !cards.has(one.cardNumber));
  if (strangers.length > 0)
    await insertOrphan(tx, { partnerId, events: strangers, reason: UNKNOWN_CARD, now });
  const held = ours.filter(({ card }) => !free.has(card.companyId)).map(({ event }) => event);
  if (held.length > 0) await insertOrphan(tx, { partnerId, events: held, reason: MONEY_HELD, now });
  const waiting = ours
    .filter(({ card, event }) => free.has(card.companyId) && isDatedAhead(event.soldAt, now))
    .map(({ event }) => event);
  const fresh = waiting.length > 0 ? await insertAhead(tx, { partnerId, events: waiting, now }) : new Set();
  const due = ours
    .map((one, index) => ({ ...one, accounts: accounts[index] as BookedSale['accounts'] }))
    .filter(({ card, event }) => free.has(card.companyId) && !isDatedAhead(event.soldAt, now));
  const operations = await insertSales(tx, { partnerId, sales: due, now });
  const sales = due.flatMap(({ card, event, accounts: touched }): BookedSale[] => {
    const operationId = operations.get(event.externalId);
    if (operationId === undefined) return [];
    return [{ operationId, companyId: card.companyId, cardId: card.id, partnerId, event, accounts: touched }];
  });
  const before = new Map([...cards.values()].map((card) => [card.id, card.shortfall]));
  const debts = await moveMoney(tx, sales, before, now);
  await blockDebtors(tx, debts, now);
  await markOrphansBooked(tx, { partnerId, externalIds: due.map((one) => one.event.externalId), now });
  return { strangers, ahead: waiting.filter((one) => fresh.has(one.externalId)), debts };
}

async function accountsOf(
  tx: Db,
  partnerId: PartnerId,
  sales: readonly { card: SoldCard }[],
): Promise<BookedSale['accounts'][]> {
  const places = sales.flatMap(({ card: { id, companyId } }): AccountPlace[] => [
    { companyId, kind: 'card', cardId: id },
    { companyId, kind: 'partner', partnerId },
    { companyId, kind: 'debt', partnerId },
    { companyId, kind: 'network', partnerId },
  ]);
  const ids = await requireAccounts(tx, places);
  return sales.map((_, index) => {
    const [card = 0, partner = 0, debt = 0, network = 0] = ids.slice(index * 4, index * 4 + 4);
    return { card, partner, debt, network };
  });
}

/**
 * Splits each sale over its accounts as they are, in the order of the feed; returns the debts that remain. The money of the
 * companies is locked.
 */
async function moveMoney(
  tx: Db,
  sales: readonly BookedSale[],
  before: ReadonlyMap<number, Kopecks>,
  now: Date,
): Promise<Debt[]> {
  const locked = await listAccounts(
    tx,
    sales.flatMap((sale) => Object.values(sale.accounts)),
  );
  const balances = new Map<number, Kopecks>([...locked].map(([id, account]) => [id, account.balance]));
  const shortfalls = new Map(before);
  const moved = sales.map((sale) => ({ sale, ...saleMoney(sale, { balances, shortfalls }) }));
  const postings = await postTransfers(
    tx,
    now,
    moved.map((one) => one.transfers),
  );
  const refused = postings.findIndex((posting) => !posting.ok);
  if (refused >= 0) throw new Error(`the money of sale ${sales[refused]?.event.externalId} was refused`);
  const changed = [...shortfalls].filter(([cardId, sum]) => before.get(cardId) !== sum);
  if (changed.length > 0) await updateShortfalls(tx, new Map(changed));
  return moved
    .filter((one) => one.owed > 0)
    .map(({ sale, owed }) => ({
      companyId: sale.companyId,
      cardId: sale.cardId,
      partnerId: sale.partnerId,
      operationId: sale.operationId,
      owed,
    }));
}
