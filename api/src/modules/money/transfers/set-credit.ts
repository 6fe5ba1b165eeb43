import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { tightenFloor } from '../ledger/tighten-floor.ts';
import { lockClient } from './lock-client.ts';
import { updateCredit } from '../../companies/companies/update-credit.ts';
import type { CreditTerms } from '../../companies/companies/credit-terms.ts';

/**
 * Sets how far a client's unallocated funds may fall below zero, and the credit's days; what is not named stays. A
 * limit lowered under a debt takes nothing back: the company moves no more until it is above the new limit. 404 when
 * the company is not a client.
 */
export async function setCredit(
  ctx: Context,
  asked: { companyId: number; credit: Kopecks; daysForPayment?: number; daysWithoutPayment?: number },
): Promise<CreditTerms> {
  const terms = await ctx.db.inSystem(async (tx) => {
    if (!(await lockClient(tx, asked.companyId))) return null;
    // Before the company's own row, as movements of money do.
    await lockMoney(tx, [asked.companyId], ctx.config.companyPatienceMs);
    const updated = await updateCredit(tx, asked);
    await tightenFloor(tx, asked.companyId);
    return updated;
  });
  if (!terms) throw notFound('Клиент не найден');
  return terms;
}
