import type { Kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { updateCredit } from '../../companies/companies/update-credit.ts';
import type { CreditTerms } from '../../companies/companies/credit-terms.ts';
import { countAlone, lockAlone } from '../../people/approvals/count-alone.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { tightenFloor } from '../ledger/tighten-floor.ts';
import { insertCreditChange, readCreditBefore, type KeptTerms } from './credit-list-store.ts';
import { vouchedFor } from './vouched-for.ts';
import { lockClient } from './lock-client.ts';

export interface SaidCredit {
  companyId: number;
  credit: Kopecks;
  daysForPayment?: number;
  daysWithoutPayment?: number;
  reason: string | null;
  staffId: number;
  ip: string;
  /** The second member, where one was needed. */
  confirmedBy: number | null;
}

/**
 * Sets how far a client's unallocated funds may fall below zero, and the credit's days; what is not named stays. A
 * limit lowered under a debt takes nothing back: the company moves no more until it is above the new limit (decision 6).
 * What changes is kept with who and when in the same transaction. 404 when the company is not a client.
 */
export async function setCredit(ctx: Context, asked: SaidCredit): Promise<CreditTerms> {
  const { companyId, reason, staffId, ip, confirmedBy } = asked;
  const terms = await ctx.db.inSystem(async (tx) => {
    if (confirmedBy === null) await lockAlone(ctx, tx, staffId);
    if (!(await lockClient(tx, companyId))) return null;
    // Before the company's own row, as movements of money do.
    await lockMoney(tx, [companyId], ctx.config.companyPatienceMs);
    const { before, used } = await readCreditBefore(tx, companyId);
    const updated = await updateCredit(tx, asked);
    await tightenFloor(tx, companyId);
    const { companyId: _, ...after } = updated;
    if (isSame(before, after)) return updated;
    const counted = {
      userId: staffId,
      action: 'setCredit',
      subjectId: companyId,
      sum: vouchedFor(before, after),
    };
    await countAlone(ctx, tx, { ...counted, confirmedBy });
    const now = ctx.clock.now();
    await insertCreditChange(tx, { companyId, before, after, used, reason, staffId, now });
    const details = { usedKopecks: used, ...(reason !== null && { reason }) };
    const words = { before: { ...before }, after: { ...after }, details };
    await recordEvent(tx, { at: now, what: 'credit-changed', userId: staffId, companyId, ip, ...words });
    return updated;
  });
  if (!terms) throw notFound('Клиент не найден');
  return terms;
}

function isSame(one: KeptTerms, other: KeptTerms): boolean {
  return (
    one.credit === other.credit &&
    one.daysForPayment === other.daysForPayment &&
    one.daysWithoutPayment === other.daysWithoutPayment
  );
}
