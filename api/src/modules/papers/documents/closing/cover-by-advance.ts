import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { CoveringPayment } from './frozen-figures.ts';

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
  for (const { partnerId, sum } of sold) covering.set(partnerId, takeFrom(left, sum));
  return covering;
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

/** Uses up this sum, from the oldest on. Returns the part that a document can name. */
function takeFrom(left: readonly BankMovement[], wanted: number): CoveringPayment[] {
  const taken: CoveringPayment[] = [];
  let rest = wanted;
  for (const bankMovement of left) {
    if (rest <= 0) break;
    const part = Math.min(bankMovement.sum, rest);
    if (part <= 0) continue;
    bankMovement.sum = kopecks(bankMovement.sum - part);
    rest -= part;
    if (bankMovement.number !== null && bankMovement.dateIso !== null)
      taken.push({ number: bankMovement.number, dateIso: bankMovement.dateIso, sum: kopecks(part) });
  }
  return taken;
}
