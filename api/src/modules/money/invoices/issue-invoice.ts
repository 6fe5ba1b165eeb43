import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findUnpaidOfDay, insertInvoice, takeInvoiceTurn } from './invoice-store.ts';
import type { Invoice } from './invoice.ts';

/**
 * The invoice with which a company tops up its account (spec §1.15). Asking for the same sum again on the same Moscow
 * day returns the same invoice while it is unpaid, also when two ask at once (docs/calls.md 5).
 */
export async function issueInvoice(
  ctx: Context,
  asked: { scope: CompanyScope; userId: number; sum: Kopecks },
): Promise<Invoice> {
  const { scope, userId, sum } = asked;
  const now = ctx.clock.now();
  const issuedOn = moscowDay(now);
  const dueDays = ctx.config.operator.invoiceDueDays;
  return ctx.db.inCompany(scope, async (tx) => {
    await takeInvoiceTurn(tx, scope.companyId);
    return (
      (await findUnpaidOfDay(tx, scope, { issuedOn, sum })) ??
      (await insertInvoice(tx, scope, { issuedOn, dueDays, sum, userId, now }))
    );
  });
}
