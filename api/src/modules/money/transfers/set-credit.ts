import type { Kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { updateCredit, type CreditTerms } from '../../companies/companies/credit-terms.ts';
import { countUnconfirmed, lockUnconfirmedLimit } from '../../identity/approvals/unconfirmed-movements.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { tightenFloor } from '../ledger/new-accounts.ts';
import { insertCreditChange, readCreditBefore } from './list-credits.ts';
import { type StoredTerms, computeCreditIncrease } from './credit.ts';
import { lockClient } from './client-accounts.ts';

export interface CreditInput {
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
 * Sets how far a client's unallocated funds may fall below zero, and the credit's days. Omitted values stay. A limit
 * lowered under a debt takes nothing back: the company moves no more until it is above the new limit (decision 6). The
 * change is recorded with who and when in the same transaction. 404 if the company is not a client.
 */
export async function setCredit(ctx: Context, args: CreditInput): Promise<CreditTerms> {
  const { companyId, reason, staffId, ip, confirmedBy } = args;
  const terms = await ctx.db.inSystem(async (tx) => {
    if (confirmedBy === null) await lockUnconfirmedLimit(ctx, tx, staffId);
    if (!(await lockClient(tx, companyId))) return null;
    // Locked before the company's own row, as in movements of money.
    await lockMoney(tx, [companyId], ctx.config.companyTimeoutMs);
    const { before, used } = await readCreditBefore(tx, companyId);
    const updated = await updateCredit(tx, args);
    await tightenFloor(tx, companyId);
    const { companyId: _, ...after } = updated;
    if (isSame(before, after)) return updated;
    const counted = {
      userId: staffId,
      action: 'setCredit',
      subjectId: companyId,
      sum: computeCreditIncrease(before, after),
    };
    await countUnconfirmed(ctx, tx, { ...counted, confirmedBy });
    const now = ctx.clock.now();
    await insertCreditChange(tx, { companyId, before, after, used, reason, staffId, now });
    const details = { usedKopecks: used, ...(reason !== null && { reason }) };
    const audited = { before: { ...before }, after: { ...after }, details };
    await recordEvent(tx, { at: now, what: 'credit-changed', userId: staffId, companyId, ip, ...audited });
    return updated;
  });
  if (!terms) throw notFound('Клиент не найден');
  return terms;
}

function isSame(a: StoredTerms, b: StoredTerms): boolean {
  return (
    a.credit === b.credit &&
    a.daysForPayment === b.daysForPayment &&
    a.daysWithoutPayment === b.daysWithoutPayment
  );
}
