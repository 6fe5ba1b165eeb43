import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { updateShortfalls } from '../../cards/cards/cards.ts';
import type { MoneyBooks } from '../../money/posting/money-movement.ts';
import { postUnderLock } from '../../money/posting/post-under-lock.ts';
import type { Debt } from './block-debtors.ts';
import { fuelPlaces } from './sales.ts';
import { postPrice, pricePlaces } from './post-price.ts';
import { type BookedSale, saleMoney } from './sale-money.ts';
import type { SaleFigures } from './sale-prices.ts';

/**
 * Moves the money of sales, each over its accounts as the ones before have left them; returns the debts that remain. The
 * companies' money is locked, and `now` was read under that lock.
 */
export async function postSales(
  tx: Db,
  now: Date,
  sales: readonly BookedSale[],
  { shortfalls, prices }: SaleFigures,
): Promise<Debt[]> {
  const after = new Map(shortfalls);
  const priced = sales.filter(({ operationId }) => prices.has(operationId));
  const places = [...sales.flatMap((sale) => Object.values(fuelPlaces(sale))), ...pricePlaces(priced)];
  const debts = await postUnderLock(tx, now, {
    needs: { places },
    decide: (books) => sales.map((sale) => postSale(books, sale, { shortfalls: after, prices })),
  });
  const changed = [...after].filter(([cardId, sum]) => shortfalls.get(cardId) !== sum);
  if (changed.length > 0) await updateShortfalls(tx, new Map(changed));
  return debts.filter(({ owed }) => owed > 0);
}

/** Posts a sale and returns the part that no account covered: first the fuel, then what its tariff adds. */
function postSale(
  books: MoneyBooks,
  sale: BookedSale,
  { shortfalls, prices }: { shortfalls: Map<number, Kopecks>; prices: SaleFigures['prices'] },
): Debt {
  const { event, ...of } = sale;
  const at = fuelPlaces(of);
  const { parts, owed, shortfall } = saleMoney(event, {
    card: books.account(at.card).balance,
    partner: books.account(at.partner).balance,
    debt: books.account(at.debt).balance,
    shortfall: shortfalls.get(of.cardId) ?? kopecks(0),
  });
  const kind = event.kind === 'sale' ? 'purchase' : 'refund';
  const subject = { kind: 'operation', id: of.operationId } as const;
  const movements = parts.map(({ account, from, to, amount }) => {
    const requestId = `sale:${of.partnerId}:${event.externalId}:${account}`;
    return { requestId, kind, from: at[from], to: at[to], amount, subject } as const;
  });
  if (!books.post(movements).ok) throw new Error(`the money of sale ${event.externalId} was refused`);
  shortfalls.set(of.cardId, shortfall);
  const price = prices.get(of.operationId);
  return { ...of, owed: price ? kopecks(owed + postPrice(books, sale, price)) : owed };
}
