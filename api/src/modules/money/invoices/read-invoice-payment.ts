import type { DataOf } from '#contract/endpoint.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { readInvoicePayment as endpoint } from '#contract/money.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict } from '../../../errors.ts';
import { qrSquares } from '../../../lib/paper-qr.ts';
import { invoicePurpose, payableQr } from './invoice-pdf.ts';
import type { Invoice } from './invoice.ts';
import { paperOfInvoice } from './paper-of-invoice.ts';

/** What an invoice is paid by, from the same source as its paper. 409 for a cancelled one. */
export async function readInvoicePayment(
  ctx: Context,
  scope: CompanyScope,
  invoice: Invoice,
): Promise<DataOf<typeof endpoint>> {
  if (invoice.cancelledAt) throw conflict('Счёт отменён, не оплачивайте его');
  const paper = await paperOfInvoice(ctx, scope, invoice);
  const { seller } = paper;
  const purpose = invoicePurpose(paper);
  const text = payableQr(seller, invoice.sum, purpose);
  return {
    payee: {
      name: seller.name,
      inn: seller.inn,
      kpp: seller.kpp,
      account: seller.account,
      bank: seller.bank,
      bik: seller.bik,
      corr_account: seller.corrAccount,
    },
    sum: toRubles(invoice.sum),
    purpose,
    qr: { text, ...qrSquares(text) },
  };
}
