import { INSUFFICIENT_FUNDS } from '#contract/money.ts';
import type { Context } from '../../context.ts';
import { partnerSum } from './balances.ts';
import {
  moveBetweenAccounts,
  type AccountDirection,
  type AccountSums,
  type Distribution,
} from './move-between-accounts.ts';

const TO_UNALLOCATED: AccountDirection = {
  kind: 'revoke',
  refusal: INSUFFICIENT_FUNDS,
  plan({ unallocated, partner, debt }, sum) {
    // The cap is the sum that is shown: a debt is owed out of the account.
    if (sum > partnerSum({ balance: partner.balance, debt: debt.balance })) return null;
    return [{ kind: 'revoke', from: partner, to: unallocated, amount: sum }];
  },
};

/** Takes money back from partner accounts (spec section 5); past an account's sum «Недостаточно средств». */
export function revoke(ctx: Context, order: AccountSums): Promise<Distribution> {
  return moveBetweenAccounts(ctx, order, TO_UNALLOCATED);
}
