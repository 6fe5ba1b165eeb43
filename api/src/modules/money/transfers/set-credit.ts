import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { tightenFloor } from '../ledger/tighten-floor.ts';
import { lockClient } from './lock-client.ts';
import { findCreditTerms } from '../../companies/companies/find-credit-terms.ts';
import { updateCredit } from '../../companies/companies/update-credit.ts';
import type { CreditTerms } from '../../companies/companies/credit-terms.ts';

/**
 * Sets how far a client's unallocated funds may fall below zero, and the credit's days; what is not named stays. A
 * limit lowered under a debt takes nothing back: the company moves no more until it is above the new limit. 404 when
 * the company is not a client.
 */
export async function setCredit(
  ctx: Context,
  asked: {
    companyId: number;
    credit: Kopecks;
    daysForPayment?: number;
    daysWithoutPayment?: number;
    by: { userId: number; ip: string };
  },
): Promise<CreditTerms> {
  const terms = await ctx.db.inSystem(async (tx) => {
    if (!(await lockClient(tx, asked.companyId))) return null;
    // Before the company's own row, as movements of money do.
    await lockMoney(tx, [asked.companyId], ctx.config.companyPatienceMs);
    const before = await findCreditTerms(tx, asked.companyId);
    if (!before) return null;
    const updated = await updateCredit(tx, asked);
    await tightenFloor(tx, asked.companyId);
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'credit-set',
      ...asked.by,
      companyId: asked.companyId,
      targets: [{ kind: 'company', id: asked.companyId }],
      before: factsOf(before),
      after: factsOf(updated),
    });
    return updated;
  });
  if (!terms) throw notFound('Клиент не найден');
  return terms;
}

/** As the audit log keeps them, and a client's page reads them. */
function factsOf({ credit, daysForPayment, daysWithoutPayment }: CreditTerms) {
  return { creditKopecks: credit, daysForPayment, daysWithoutPayment };
}
