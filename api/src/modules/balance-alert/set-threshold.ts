import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../context.ts';
import type { CompanyScope } from '../../db/company-scope.ts';
import { lockAccounts, requireAccounts } from '../ledger/ledger-store.ts';
import { findThreshold, updateThreshold } from './threshold-store.ts';

/**
 * Sets the balance at which the caller is told by SMS; null cancels, undefined (an empty field) changes nothing (spec
 * section 5). Returns the threshold now in force.
 */
export async function setThreshold(
  ctx: Context,
  asked: { scope: CompanyScope; userId: number; threshold: Kopecks | null | undefined },
): Promise<Kopecks | null> {
  const { scope, userId, threshold } = asked;
  return ctx.db.inCompany(scope, async (tx) => {
    if (threshold !== undefined) {
      // Locks the balance while it is read; accounts are locked before the company, as everywhere.
      await lockAccounts(
        tx,
        await requireAccounts(tx, [{ companyId: scope.companyId, kind: 'unallocated' }]),
      );
      await updateThreshold(tx, scope, { threshold, userId });
    }
    return findThreshold(tx, scope);
  });
}
