import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { hasPartnerAccount } from '../ledger/has-partner-account.ts';
import type { PartnerSum } from './partner-sums.ts';

/**
 * Refuses networks that staff have added and of which the company has no card yet. The accounts with the first four are
 * always there and are not asked for: deeds of one moment are posted together, and none of them waits for nothing.
 */
export async function assertHasAccounts(
  ctx: Context,
  companyId: number,
  sums: readonly PartnerSum[],
): Promise<void> {
  for (const { partnerId } of sums)
    if (!(await hasPartnerAccount(ctx.db.system, companyId, partnerId)))
      throw fieldRefusal('accounts', 'Счёт этой сети откроется вместе с её первыми картами');
}
