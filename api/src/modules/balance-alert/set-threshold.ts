import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../context.ts';
import type { CompanyScope } from '../../db/company-scope.ts';
import { lockAccounts, requireAccounts } from '../ledger/ledger-store.ts';
import { findThreshold, updateThreshold } from './threshold-store.ts';

/**
 * Sets the balance at which the person who asks is told by SMS; null cancels, undefined (an empty field) changes
 * nothing (spec section 5). Answers the threshold that stands now.
 */
export async function setThreshold(
  ctx: Context,
  asked: { scope: CompanyScope; userId: number; threshold: Kopecks | null | undefined },
): Promise<Kopecks | null> {
  const { scope, userId, threshold } = asked;
  return ctx.db.inCompany(scope, async (tx) => {
    if (threshold !== undefined) {
      // The balance stands still while it is looked at, and its lock comes before the company's, as everywhere.
      await lockAccounts(
        tx,
        await requireAccounts(tx, [{ companyId: scope.companyId, kind: 'unallocated' }]),
      );
      await updateThreshold(tx, scope, { threshold, userId });
    }
    return findThreshold(tx, scope);
  });
}
