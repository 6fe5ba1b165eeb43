import { kopecks } from '#contract/kopecks.ts';
import type { AccountPlace, Movement } from '../ledger/account.ts';
import type { BooksUnderLock } from '../posting/money-movement.ts';
import { SERVICE_CHARGE, type NewServiceCharge } from './service-charges.ts';
import { splitTaken } from './split-taken.ts';

/** The accounts that charges move money between, each once. */
export function listChargePlaces(charges: readonly NewServiceCharge[]): AccountPlace[] {
  const places = charges.flatMap((charge) => Object.values(toPlaces(charge)));
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

function toPlaces({ companyId, partnerId }: NewServiceCharge) {
  return {
    unallocated: { companyId, kind: 'unallocated' },
    partner: { companyId, kind: 'partner', partnerId },
    programme: { companyId, kind: 'programme' },
  } satisfies Record<string, AccountPlace>;
}

/**
 * Moves the money of one charge, over the accounts as those before have left them. What neither account covers is taken from
 * unallocated funds below the credit limit, so that the next payment settles it (decision 187).
 */
export function postCharge(books: BooksUnderLock, charge: NewServiceCharge, id: number): void {
  const { programme, ...paying } = toPlaces(charge);
  const { balance, floor } = books.account(paying.unallocated);
  const { partner } = splitTaken(charge.sum, {
    free: balance - (floor ?? 0),
    partner: books.account(paying.partner).balance,
  });
  const parts = { unallocated: kopecks(charge.sum - partner), partner: kopecks(partner) };
  books.lowerFloor(paying.unallocated, parts.unallocated);
  const movements = (['unallocated', 'partner'] as const)
    .filter((account) => parts[account] > 0)
    .map((account): Movement => ({
      requestId: `service:${id}:${account}`,
      kind: SERVICE_CHARGE[charge.kind].transfer,
      from: paying[account],
      to: programme,
      amount: parts[account],
      subject: { kind: 'service-charge', id },
    }));
  if (!books.post(movements).ok) throw new Error(`the money of service charge ${id} was refused`);
}
