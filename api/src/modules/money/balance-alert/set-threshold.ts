import type { Kopecks } from '#contract/kopecks.ts';
import { noteChange } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { findThreshold } from './threshold-store.ts';
import { updateThreshold } from '../../companies/companies/update-threshold.ts';

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
      // The balance stays while it is read; money is locked before the company's row, as everywhere.
      await lockMoney(tx, [scope.companyId], ctx.config.companyPatienceMs);
      const before = await findThreshold(tx, scope);
      noteChange(tx, { before: { thresholdKopecks: before }, after: { thresholdKopecks: threshold } });
      await updateThreshold(tx, scope, { threshold, userId });
    }
    return findThreshold(tx, scope);
  });
}
