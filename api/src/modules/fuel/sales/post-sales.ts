import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { updateShortfalls } from '../../cards/cards/update-shortfalls.ts';
import type { AccountPlace } from '../../money/ledger/account.ts';
import type { MoneyBooks } from '../../money/posting/deed.ts';
import { postUnderLock } from '../../money/posting/post-under-lock.ts';
import type { Debt } from './block-debtors.ts';
import { saleMoney, type NetworkSaleEvent, type SaleAccount } from './sale-money.ts';

export interface BookedSale {
  operationId: number;
  companyId: number;
  cardId: number;
  partnerId: PartnerId;
  event: NetworkSaleEvent;
}

/**
 * Moves the money of sales, each over its accounts as the ones before have left them; returns the debts that remain.
 * `shortfalls` by card, from before; the companies' money is locked, and `now` was read under that lock.
 */
export async function postSales(
  tx: Db,
  now: Date,
  sales: readonly BookedSale[],
  shortfalls: ReadonlyMap<number, Kopecks>,
): Promise<Debt[]> {
  const after = new Map(shortfalls);
  const places = sales.flatMap((sale) => Object.values(placesOf(sale)));
  const debts = await postUnderLock(tx, now, places, (books) =>
    sales.map((sale) => debtOf(sale, postSale(books, sale, after))),
  );
  const changed = [...after].filter(([cardId, sum]) => shortfalls.get(cardId) !== sum);
  if (changed.length > 0) await updateShortfalls(tx, new Map(changed));
  return debts.filter(({ owed }) => owed > 0);
}

function debtOf({ companyId, cardId, partnerId, operationId }: BookedSale, owed: Kopecks): Debt {
  return { companyId, cardId, partnerId, operationId, owed };
}

/** What nobody's money covered of it. */
function postSale(books: MoneyBooks, sale: BookedSale, shortfalls: Map<number, Kopecks>): Kopecks {
  const { operationId, cardId, partnerId, event } = sale;
  const places = placesOf(sale);
  const { parts, owed, shortfall } = saleMoney(event, {
    card: books.account(places.card).balance,
    partner: books.account(places.partner).balance,
    debt: books.account(places.debt).balance,
    shortfall: shortfalls.get(cardId) ?? kopecks(0),
  });
  const posting = books.post(
    parts.map(({ account, from, to, amount }) => ({
      requestId: `sale:${partnerId}:${event.externalId}:${account}`,
      kind: event.kind === 'sale' ? 'purchase' : 'refund',
      from: places[from],
      to: places[to],
      amount,
      subject: { kind: 'operation', id: operationId },
    })),
  );
  if (!posting.ok) throw new Error(`the money of sale ${event.externalId} was refused`);
  shortfalls.set(cardId, shortfall);
  return owed;
}

function placesOf({ companyId, cardId, partnerId }: BookedSale): Record<SaleAccount, AccountPlace> {
  return {
    card: { companyId, kind: 'card', cardId },
    partner: { companyId, kind: 'partner', partnerId },
    debt: { companyId, kind: 'debt', partnerId },
    network: { companyId, kind: 'network', partnerId },
  };
}
