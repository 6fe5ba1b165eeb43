import { INSUFFICIENT_FUNDS } from '#contract/money/money.ts';
import type { Context } from '../../../context.ts';
import { partnerSum } from '../posting/balances.ts';
import type { AccountDirection } from './account-direction.ts';
import type { Distribution } from './distribution.ts';
import { moveBetweenAccounts, type AccountSums } from './move-between-accounts.ts';

const TO_UNALLOCATED: AccountDirection = {
  kind: 'revoke',
  refusal: INSUFFICIENT_FUNDS,
  plan({ partner, debt }, sum) {
    // The cap is the sum shown: a debt is owed out of the account.
    if (sum > partnerSum({ balance: partner, debt })) return null;
    return [{ kind: 'revoke', from: 'partner', to: 'unallocated', amount: sum }];
  },
};

/**
 * Moves money from partner accounts back to the unallocated funds (spec section 5). Refuses a sum above the
 * account's: «Недостаточно средств».
 */
export function revoke(ctx: Context, order: AccountSums): Promise<Distribution> {
  return moveBetweenAccounts(ctx, order, TO_UNALLOCATED);
}
