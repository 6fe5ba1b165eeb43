import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/send-answer.ts';
import { formatMoment, moscowDay } from '../../../lib/money-format.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { findPayerAccount } from './find-payer-account.ts';
import { invoicePurpose } from './invoice-pdf.ts';
import type { Invoice } from './invoice.ts';
import { paperOfInvoice } from './paper-of-invoice.ts';
import { paymentOrderFile } from './payment-order.ts';

/** A payment order has six digits at most; the payer may give it another number. */
const NUMBERS = 1_000_000;

/** The payment order for what an invoice still awaits. 409: there is nothing to pay. */
export async function printPaymentOrder(
  ctx: Context,
  scope: CompanyScope,
  invoice: Invoice,
): Promise<FileAnswer> {
  if (invoice.cancelledAt) throw conflict('Счёт отменён, не оплачивайте его');
  const awaited = invoice.sum - invoice.paid;
  if (awaited <= 0) throw conflict('Счёт уже оплачен');
  const paper = await paperOfInvoice(ctx, scope, invoice);
  const now = ctx.clock.now();
  const file = paymentOrderFile({
    number: String(invoice.serial % NUMBERS || NUMBERS - 1),
    datedOn: moscowDay(now),
    writtenAt: formatMoment(now).split(' ')[1] ?? '',
    sender: ctx.config.operator.name,
    sumKopecks: awaited,
    payer: paper.buyer,
    payerAccount: await findPayerAccount(ctx.db.system, scope.companyId),
    payee: paper.seller,
    purpose: invoicePurpose({ ...paper, sumKopecks: awaited, vat: vatIncluded(awaited, invoice.issuedOn) }),
  });
  return { file, name: `Платёжка по счёту ${paper.number}.txt`, mime: 'text/plain; charset=windows-1251' };
}
