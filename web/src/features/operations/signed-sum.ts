import { OPERATION_TYPE } from '#contract/ids.ts';

/** Types 1 and 10 add money to the card, 11 and 2 take it away (spec section 9, docs/calls.md 6). */
export function signedSum(typeId: number, sumRubles: number): number {
  return typeId === OPERATION_TYPE.purchase || typeId === OPERATION_TYPE.payout ? -sumRubles : sumRubles;
}
