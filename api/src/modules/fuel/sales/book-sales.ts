import type { PartnerId } from '#contract/ids.ts';
import { formatOtherDay, getStationZone } from '#contract/station-time.ts';
import type { BookedSale, NetworkSaleEvent } from './sale-money.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { lockFreeMoney } from '../../money/ledger/lock-money.ts';
import { openProgrammeAccounts } from '../../money/ledger/new-accounts.ts';
import { blockDebtors, type Debt } from './block-debtors.ts';
import { isDatedAhead } from './dated-ahead.ts';
import { insertAhead, insertUnmatchedSales, listUnknownEvents, markUnmatchedSalesBooked } from './feeds.ts';
import { UNKNOWN_CARD, listClosedEvents } from './unmatched-sales.ts';
import { postSales } from './post-sales.ts';
import { priceSales } from './price-sales.ts';
import { findSoldCards, takeTurn, listWaitingMovements } from './sales.ts';
import { insertSales } from '../../cards/commands/insert-sales.ts';
import { reportChangedSales } from './report-changed-sales.ts';
import { settleSold, type BookedFuel } from '../authorisations/holds.ts';
import { carryOutOperation } from '../settlement/carry-out-operation.ts';
import { finishInOwnTransaction } from '../../cards/commands/operation-lifecycle.ts';
import { notify } from '../../messaging/notices/notify.ts';

/**
 * Writes one record for a whole page of a network's feed, with its counts. The operations themselves contain the rest.
 */
async function recordBooked(
  tx: Db,
  now: Date,
  { partnerId, sales, waiting }: { partnerId: PartnerId; sales: readonly BookedSale[]; waiting: number },
): Promise<void> {
  if (sales.length === 0 && waiting === 0) return;
  const refunds = sales.filter(({ event }) => event.kind !== 'sale').length;
  const [first] = sales;
  await recordEvent(tx, {
    at: now,
    what: 'sales-booked',
    companyId: sales.every((sale) => sale.companyId === first?.companyId) ? first?.companyId : undefined,
    targets: [{ kind: 'partner', id: partnerId }],
    after: { sales: sales.length - refunds, refunds, waiting },
  });
}

/**
 * Books the purchases and refunds that a network reports: late, out of order, repeated, by two processes at once
 * (docs/facts.md 8). An event is identified by the network's own id; repeating it changes nothing. Each page is one
 * transaction. If that fails, each event gets its own, so that one that cannot be booked does not delay the others: it
 * is stored as unmatched (`retry-unmatched-sales.ts`). Throws only if even that cannot be stored.
 */
export async function bookSales(
  ctx: Context,
  partnerId: PartnerId,
  events: readonly NetworkSaleEvent[],
): Promise<void> {
  const unknown = await listUnknownEvents(ctx.db.system, {
    partnerId,
    externalIds: events.map((event) => event.externalId),
  });
  const news = events.filter((event) => unknown.delete(event.externalId));
  if (news.length > 0) await bookPage(ctx, partnerId, news);
  // Sales that were just booked have the same data as their booking.
  const booked = new Set(news);
  const known = events.filter((event) => !booked.has(event));
  if (known.length > 0) await reportChangedSales(ctx, partnerId, known);
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
      await insertUnmatchedSales(ctx.db.system, {
        partnerId,
        events: [event],
        reason: String(error),
        now: ctx.clock.now(),
      });
    }
  }
}

/** A sale that is refused so is left out of its page and tried again a minute later. */
const MONEY_LOCKED = 'the company’s money is held by somebody else';

interface Booked {
  unknownCardSales: NetworkSaleEvent[];
  /** Dated ahead of their time, and not known before. */
  ahead: NetworkSaleEvent[];
  debts: Debt[];
}

async function bookTogether(
  ctx: Context,
  partnerId: PartnerId,
  events: readonly NetworkSaleEvent[],
): Promise<void> {
  const { unknownCardSales, ahead, debts } = await ctx.db.inSystem((tx) => book(ctx, tx, partnerId, events));
  for (const { externalId, cardNumber } of unknownCardSales) {
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
  const externalIds = reported.map((item) => item.externalId);
  const closed = await listClosedEvents(tx, { partnerId, externalIds });
  const events = reported.filter((item) => !closed.has(item.externalId));
  const numbers = [...new Set(events.map((event) => event.cardNumber))];
  const cards = await findSoldCards(tx, { partnerId, numbers });
  const ours = events.flatMap((event) => {
    const card = cards.get(event.cardNumber);
    return card ? [{ card, event }] : [];
  });
  const free = await lockFreeMoney(
    tx,
    ours.map(({ card }) => card.companyId),
    ctx.config.companyTimeoutMs,
  );
  // Read after both waits: a day that ended meanwhile takes no more movements.
  const now = ctx.clock.now();
  const unknownCardSales = events.filter((event) => !cards.has(event.cardNumber));
  if (unknownCardSales.length > 0)
    await insertUnmatchedSales(tx, { partnerId, events: unknownCardSales, reason: UNKNOWN_CARD, now });
  const locked = ours.filter(({ card }) => !free.has(card.companyId)).map(({ event }) => event);
  if (locked.length > 0)
    await insertUnmatchedSales(tx, { partnerId, events: locked, reason: MONEY_LOCKED, now });
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
  // Money that was put on hold for a sale is there for it again.
  await settleSold(tx, now, { partnerId, sales: sales.filter(isSale).map(toBookedFuel) });
  const prices = await priceSales(tx, partnerId, sales);
  const priced = sales.filter((sale) => prices.has(sale.operationId));
  if (priced.length > 0)
    await openProgrammeAccounts(
      tx,
      priced.map((bookedSale) => bookedSale.companyId),
    );
  const shortfalls = new Map([...cards.values()].map((card) => [card.id, card.shortfall]));
  const debts = await postSales(tx, now, sales, { shortfalls, prices });
  await blockDebtors(tx, debts, now);
  await recordBooked(tx, now, {
    partnerId,
    sales,
    waiting: unknownCardSales.length + locked.length + fresh.size,
  });
  await notifyOfSales(tx, now, sales);
  await markUnmatchedSalesBooked(tx, {
    partnerId,
    externalIds: due.map((item) => item.event.externalId),
    now,
  });
  return { unknownCardSales, ahead: waiting.filter((item) => fresh.has(item.externalId)), debts };
}

function isSale({ event }: BookedSale): boolean {
  return event.kind === 'sale';
}

function toBookedFuel({ operationId, event }: BookedSale): BookedFuel {
  const { externalId, centilitres, sumKopecks } = event;
  return { requestId: externalId, operationId, centilitres, sum: sumKopecks };
}

/**
 * Asks the network about movements that wait on a card before its sale is booked: the network knows where that money
 * is. Without it the sale would find the card empty and block the card. A missing answer changes nothing, and the
 * code does not wait for a network that is known to be silent.
 */
export async function askAboutPendingMovements(
  ctx: Context,
  partnerId: PartnerId,
  sales: readonly NetworkSaleEvent[],
): Promise<void> {
  if (sales.length === 0) return;
  const numbers = [...new Set(sales.map((sale) => sale.cardNumber))];
  const waiting = await listWaitingMovements(ctx.db.system, { partnerId, numbers });
  const breaker = ctx.getBreaker(partnerId);
  for (const operationId of waiting)
    await finishInOwnTransaction(ctx, operationId, async () => {
      await breaker.through(() => carryOutOperation(ctx, operationId));
    });
}

/** Notifies the users who subscribed to purchases. Writes nothing if no user has. */
async function notifyOfSales(tx: Db, now: Date, sales: readonly BookedSale[]): Promise<void> {
  const purchases = sales.filter(({ event }) => event.kind === 'sale');
  await notify(
    tx,
    ...purchases.map(({ operationId, companyId, cardId, event }) => ({
      kind: 'purchase' as const,
      companyId,
      facts: {
        cardId,
        card: event.cardNumber.slice(-4),
        station: event.address || null,
        sumKopecks: event.sumKopecks,
        localTime: formatOtherDay(event.soldAt, getStationZone(event.address)),
      },
      about: `operation:${operationId}`,
      now,
    })),
  );
}
