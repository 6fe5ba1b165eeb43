import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { ShippedAdvance } from '../../advances/month-offsets.ts';
import type { CoveringPayment, NamedAdvance } from './frozen-figures.ts';

/** Money that came from a company's bank, or, negative, went back. */
export interface BankMovement {
  /** Null if it has no payment order that a document could name. */
  number: string | null;
  dateIso: string | null;
  sum: Kopecks;
  /** True for payments of this month's set. The others came before it. */
  isOfMonth: boolean;
}

/**
 * Finds which payments paid beforehand for what each network sold in a month: the oldest that is not used up goes
 * first, through the networks in their order. `opening` is the rest of earlier ones; a debt is paid by this month's
 * first. A later payment is no advance and covers nothing.
 */
export function coverByAdvance(
  movements: readonly BankMovement[],
  opening: number,
  sold: readonly { partnerId: PartnerId; sum: number }[],
): Map<PartnerId, CoveringPayment[]> {
  const left = subtractReturns(movements);
  const earlier = movements.reduce((sum, movement) => sum + (movement.isOfMonth ? 0 : movement.sum), 0);
  takeFrom(left, earlier - opening);
  const covering = new Map<PartnerId, CoveringPayment[]>();
  for (const { partnerId, sum } of sold)
    covering.set(
      partnerId,
      takeFrom(left, sum).flatMap(({ number, dateIso, sum: part }) =>
        number !== null && dateIso !== null ? [{ number, dateIso, sum: part }] : [],
      ),
    );
  return covering;
}

/**
 * Finds which invoices for advances each network's УПД names: what the month's shipments set off goes through the networks in
 * their order, as the payments do. Parts of one advance are added up. What exceeds the sales, as after a УКД, has no УПД.
 */
export function nameAdvances(
  offsets: readonly ShippedAdvance[],
  sold: readonly { partnerId: PartnerId; sum: number }[],
): Map<PartnerId, NamedAdvance[]> {
  const left = offsets.map((offset) => ({ ...offset }));
  const named = new Map<PartnerId, NamedAdvance[]>();
  for (const { partnerId, sum } of sold) {
    const advances = new Map<number, NamedAdvance>();
    for (const { advanceId, number, dateIso, sum: part } of takeFrom(left, sum)) {
      if (number === null) continue;
      const before = advances.get(advanceId)?.sum ?? 0;
      advances.set(advanceId, { id: advanceId, number, dateIso, sum: kopecks(before + part) });
    }
    named.set(partnerId, [...advances.values()]);
  }
  return named;
}

/** Money that went back is taken from the newest of the earlier payments. */
function subtractReturns(movements: readonly BankMovement[]): BankMovement[] {
  const left: BankMovement[] = [];
  for (const movement of movements) {
    if (movement.sum >= 0) left.push({ ...movement });
    let back = -movement.sum;
    for (const bankMovement of left.toReversed()) {
      if (back <= 0) break;
      const part = Math.min(bankMovement.sum, back);
      bankMovement.sum = kopecks(bankMovement.sum - part);
      back -= part;
    }
  }
  return left;
}

/** Uses up this sum, from the oldest on. Returns the parts. */
function takeFrom<Item extends { sum: Kopecks }>(left: readonly Item[], wanted: number): Item[] {
  const taken: Item[] = [];
  let rest = wanted;
  for (const item of left) {
    if (rest <= 0) break;
    const part = Math.min(item.sum, rest);
    if (part <= 0) continue;
    item.sum = kopecks(item.sum - part);
    rest -= part;
    taken.push({ ...item, sum: kopecks(part) });
  }
  return taken;
}
