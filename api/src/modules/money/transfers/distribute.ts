import { kopecks } from '#contract/kopecks.ts';
import { SUM_EXCEEDED } from '#contract/money/money.ts';
import type { Context } from '../../../context.ts';
import type { AccountDirection } from './account-direction.ts';
import type { Distribution } from './distribution.ts';
import { moveBetweenAccounts, type AccountSums } from './move-between-accounts.ts';

const TO_PARTNERS: AccountDirection = {
  kind: 'distribute',
  refusal: SUM_EXCEEDED,
  plan({ debt }, sum) {
    // Unpaid fuel is paid first.
    const repaid = kopecks(Math.min(sum, Math.max(0, -debt)));
    return [
      { kind: 'repay-debt' as const, from: 'unallocated' as const, to: 'debt' as const, amount: repaid },
      {
        kind: 'distribute' as const,
        from: 'unallocated' as const,
        to: 'partner' as const,
        amount: kopecks(sum - repaid),
      },
    ].filter(({ amount }) => amount > 0);
  },
};

/**
 * Distributes unallocated funds to partner accounts (spec section 5). Refuses a sum above what can be moved:
 * «Превышена сумма».
 */
export function distribute(ctx: Context, order: AccountSums): Promise<Distribution> {
  return moveBetweenAccounts(ctx, order, TO_PARTNERS);
}
