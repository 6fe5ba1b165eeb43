import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { lockFreeMoney } from '../../money/ledger/lock-free-money.ts';
import { openProgrammeAccounts } from '../../money/ledger/open-programme-accounts.ts';
import { blockDebtors, type Debt } from './block-debtors.ts';
import { isDatedAhead } from './dated-ahead.ts';
import { insertAhead, insertOrphan, listUnknownEvents, markOrphansBooked } from './feed-store.ts';
import { UNKNOWN_CARD } from './orphan-reason.ts';
import { listClosedEvents } from './orphan-store.ts';
import type { BookedSale } from './booked-sale.ts';
import { postSales } from './post-sales.ts';
import { priceSales } from './price-sales.ts';
import { recordBooked } from './record-booked.ts';
import type { NetworkSaleEvent } from './sale-money.ts';
import { findSoldCards, takeTurn } from './sale-store.ts';
import { insertSales } from '../../cards/commands/insert-sales.ts';
import { tellOfSales } from './tell-of-sales.ts';
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
  const due = ours.filter(({ card, event }) => free.has(card.companyId) && !isDatedAhead(event.soldAt, now));
  const operations = await insertSales(tx, { partnerId, sales: due, now });
  const sales = due.flatMap(({ card, event }): BookedSale[] => {
    const operationId = operations.get(event.externalId);
    if (operationId === undefined) return [];
    return [{ operationId, companyId: card.companyId, cardId: card.id, partnerId, event }];
  });
  const prices = await priceSales(tx, partnerId, sales);
  const priced = sales.filter((one) => prices.has(one.operationId));
  if (priced.length > 0)
    await openProgrammeAccounts(
      tx,
      priced.map((one) => one.companyId),
    );
  const shortfalls = new Map([...cards.values()].map((card) => [card.id, card.shortfall]));
  const debts = await postSales(tx, now, sales, { shortfalls, prices });
  await blockDebtors(tx, debts, now);
  await recordBooked(tx, now, { partnerId, sales, waiting: strangers.length + held.length + fresh.size });
  await tellOfSales(tx, now, sales);
  await markOrphansBooked(tx, { partnerId, externalIds: due.map((one) => one.event.externalId), now });
  return { strangers, ahead: waiting.filter((one) => fresh.has(one.externalId)), debts };
}
