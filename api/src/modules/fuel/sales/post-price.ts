import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { AccountPlace } from '../../money/ledger/account.ts';
import type { MoneyBooks } from '../../money/posting/money-movement.ts';
import { fuelPlaces } from './sales.ts';
import { priceMoney, type SalePrice } from './sale-prices.ts';
import type { BookedSale } from './sale-money.ts';

/** The accounts that a tariff moves money between, besides those of the fuel; each once. */
export function pricePlaces(sales: readonly BookedSale[]): AccountPlace[] {
  return [...new Set(sales.map((sale) => sale.companyId))].flatMap((companyId) => [
    { companyId, kind: 'unallocated' as const },
    { companyId, kind: 'programme' as const },
  ]);
}

/** Moves the money of a sale's tariff. Returns the part that no account covered. */
export function postPrice(books: MoneyBooks, sale: BookedSale, price: SalePrice): Kopecks {
  const { companyId, partnerId, event } = sale;
  const { partner, debt } = fuelPlaces(sale);
  const at = { unallocated: { companyId, kind: 'unallocated' as const }, partner, debt };
  const programme = { companyId, kind: 'programme' as const };
  const unallocated = books.account(at.unallocated);
  const { movements, owed } = priceMoney(price, {
    isRefund: event.kind === 'refund',
    books: {
      free: kopecks(unallocated.balance - (unallocated.floor ?? 0)),
      partner: books.account(partner).balance,
      debt: books.account(debt).balance,
    },
  });
  const subject = { kind: 'operation', id: sale.operationId } as const;
  const posting = books.post(
    movements.map(({ kind, account, amount, given }) => {
      const requestId = `sale:${partnerId}:${event.externalId}:${kind}:${account}`;
      const [from, to] = given ? [programme, at[account]] : [at[account], programme];
      return { requestId, kind, from, to, amount, subject };
    }),
  );
  if (!posting.ok) throw new Error(`the tariff of sale ${event.externalId} was refused`);
  return owed;
}
