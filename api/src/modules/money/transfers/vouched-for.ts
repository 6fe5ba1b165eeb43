import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { KeptTerms } from './credit-list-store.ts';

/**
 * Returns the sum that whoever changes a credit vouches for: all of it where more is lent than before, or for longer,
 * else nothing.
 */
export function vouchedFor(before: KeptTerms, after: KeptTerms): Kopecks {
  const isMore = after.credit > before.credit;
  const isLonger =
    after.daysForPayment > before.daysForPayment || after.daysWithoutPayment > before.daysWithoutPayment;
  return isMore || isLonger ? after.credit : kopecks(0);
}
