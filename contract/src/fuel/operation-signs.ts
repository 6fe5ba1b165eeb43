import { OPERATION_STATUS, OPERATION_TYPE } from '../ids.ts';
import type { GoodsUnit } from './goods-unit.ts';

/** Fields of an operation on which its signs depend, as on the wire. */
interface SignedOperation {
  type: { id: number };
  status: { id: number };
  purchase: { unit_cnt: number; unit: GoodsUnit } | null;
}

/** One sentence about signs for the documents of every list and file of operations (docs/calls.md 6). */
export const SIGNS_OF_OPERATIONS =
  'In JSON sums, VAT and litres are positive and the type gives the sign; in CSV and XLSX what is spent is negative, ' +
  'so are the litres of a refund, and what failed has empty cells';

/** Types 1 and 10 add money to the card, 11 and 2 take it away (spec section 9). */
export const TYPES_WITH_NEGATIVE_SUM: readonly number[] = [OPERATION_TYPE.purchase, OPERATION_TYPE.payout];
/** Litres are net like sums, with the opposite sign: a refund subtracts them from what was bought. */
export const TYPES_WITH_NEGATIVE_LITRES: readonly number[] = [OPERATION_TYPE.refund];

export function signedSum(typeId: number, sum: number): number {
  return TYPES_WITH_NEGATIVE_SUM.includes(typeId) ? 0 - sum : sum;
}

export function signedLitres(typeId: number, litres: number): number {
  return TYPES_WITH_NEGATIVE_LITRES.includes(typeId) ? 0 - litres : litres;
}

/** Returns the sum of an operation as all files show it, or null if it moved no money or has no sum. */
export function movedSum({ type, status }: SignedOperation, sum: number | null | undefined): number | null {
  const movesNothing = type.id === OPERATION_TYPE.blocking || type.id === OPERATION_TYPE.unblocking;
  if (sum === null || sum === undefined || movesNothing || status.id === OPERATION_STATUS.failed) return null;
  return signedSum(type.id, sum);
}

/** The litres of an operation as every file has them; null for what moved no litres. */
export function movedLitres({ type, status, purchase }: SignedOperation): number | null {
  if (purchase?.unit !== 'litres' || status.id === OPERATION_STATUS.failed) return null;
  return signedLitres(type.id, purchase.unit_cnt);
}
