import { kopecks } from '#contract/kopecks.ts';
import type { AccountPlace, Movement } from '../ledger/account.ts';
import type { MoneyBooks } from '../posting/money-movement.ts';
import { SERVICE_CHARGE, type NewServiceCharge } from './service-charges.ts';
import { PAYING_ACCOUNTS, splitTaken, type PayingAccount } from './split-taken.ts';

/** The accounts that charges move money between, each once. */
export function listChargePlaces(charges: readonly NewServiceCharge[]): AccountPlace[] {
  const places = charges.flatMap((charge) => Object.values(toPlaces(charge)));
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

function toPlaces({
  companyId,
  partnerId,
}: NewServiceCharge): Record<PayingAccount | 'programme', AccountPlace> {
  return {
    unallocated: { companyId, kind: 'unallocated' },
    partner: { companyId, kind: 'partner', partnerId },
    debt: { companyId, kind: 'debt', partnerId },
    programme: { companyId, kind: 'programme' },
  };
}

/** Moves the money of one charge, over the accounts as those before have left them. */
export function postCharge(books: MoneyBooks, charge: NewServiceCharge, id: number): void {
  const { programme, ...paying } = toPlaces(charge);
  const { balance, floor } = books.account(paying.unallocated);
  const parts = splitTaken(charge.sum, {
    free: balance - (floor ?? 0),
    partner: books.account(paying.partner).balance,
  });
  const movements = PAYING_ACCOUNTS.filter((account) => parts[account] > 0).map((account): Movement => ({
    requestId: `service:${id}:${account}`,
    kind: SERVICE_CHARGE[charge.kind].transfer,
    from: paying[account],
    to: programme,
    amount: kopecks(parts[account]),
    subject: { kind: 'service-charge', id },
  }));
  if (!books.post(movements).ok) throw new Error(`the money of service charge ${id} was refused`);
}
