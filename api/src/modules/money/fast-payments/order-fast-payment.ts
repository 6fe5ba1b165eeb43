import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound, unavailable } from '../../../errors.ts';
import { FastPaymentsUnavailable, type FastPayments } from '../../../gateways/fast-payments/fast-payments.ts';
import { MAX_PURPOSE_LENGTH } from '../../../lib/pdf/payment-qr.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { fastPaymentMark } from '../bank/known-payments.ts';
import { findInvoice, type Invoice } from '../invoices/invoices.ts';
import { invoicePurpose } from '../invoices/invoice-pdf.ts';
import { readInvoiceDocument } from '../invoices/print-invoice.ts';
import {
  findLastOrder,
  findOrder,
  insertOrder,
  storeBankOrder,
  takeFastPaymentTurn,
  LINK_LASTS_MS,
  type FastPaymentOrder,
} from './fast-payments.ts';

const SILENT = 'Банк не отвечает. Попробуйте ещё раз или оплатите по реквизитам';

export interface FastPaymentRequest {
  scope: CompanyScope;
  invoiceId: number;
  userId: number;
}

/**
 * Asks the bank for a payment of what is still due of an invoice. While its link is good, the same sum is the same order. The order
 * is in our books before the bank is called; a repeat after a crash or a silence asks under the same number. Refuses: 404 no
 * such invoice, 409 cancelled or paid, 503 the bank is silent.
 */
export async function orderFastPayment(ctx: Context, args: FastPaymentRequest): Promise<FastPaymentOrder> {
  const { scope, invoiceId } = args;
  const { fastPayments } = ctx;
  if (!fastPayments) throw notFound('Оплата по СБП не подключена');
  const invoice = await ctx.db.inCompany(scope, (tx) =>
    findInvoice(tx, { companyId: scope.companyId, id: invoiceId }),
  );
  if (!invoice) throw notFound('Счёт не найден');
  const order = await storeIntent(ctx, args);
  if (order.state !== 'asked') return order;
  const answer = await callBank(ctx, fastPayments, { scope, order, invoice });
  return ctx.db.inSystem(async (tx) => {
    await storeBankOrder(tx, { id: order.id, ...answer });
    await enqueueJob(tx, 'follow-fast-payment', { orderId: order.id }, { key: `fast-payment:${order.id}` });
    // Of two simultaneous requests, both get the link that is followed.
    return (await findOrder(tx, order.id)) ?? order;
  });
}

async function storeIntent(ctx: Context, args: FastPaymentRequest): Promise<FastPaymentOrder> {
  const { scope, invoiceId, userId } = args;
  return ctx.db.inCompany(scope, async (tx) => {
    await takeFastPaymentTurn(tx, invoiceId);
    const invoice = await findInvoice(tx, { companyId: scope.companyId, id: invoiceId });
    if (!invoice) throw notFound('Счёт не найден');
    if (invoice.cancelledAt) throw conflict('Счёт отменён, не оплачивайте его');
    if (invoice.paid >= invoice.sum) throw conflict('Счёт уже оплачен');
    const sum = kopecks(invoice.sum - invoice.paid);
    const last = await findLastOrder(tx, scope, invoiceId);
    const now = ctx.clock.now();
    if (last && isStillPayable(last, sum, now)) return last;
    if (last?.state === 'paid' && !last.isCredited) {
      throw conflict('Оплата по СБП уже пришла, её проверяет сотрудник программы');
    }
    const expiresAt = new Date(now.getTime() + LINK_LASTS_MS);
    const id = await insertOrder(tx, scope, { invoiceId, sum, userId, now, expiresAt });
    const nothingYet = {
      state: 'asked',
      bankOrder: null,
      link: null,
      purpose: null,
      isCredited: false,
      receipt: null,
    } as const;
    return { id, companyId: scope.companyId, invoiceId, sum, askedAt: now, expiresAt, ...nothingYet };
  });
}

function isStillPayable({ state, sum, expiresAt }: FastPaymentOrder, due: number, now: Date): boolean {
  return (state === 'asked' || state === 'waiting') && sum === due && expiresAt > now;
}

async function callBank(
  ctx: Context,
  bank: FastPayments,
  { scope, order, invoice }: { scope: CompanyScope; order: FastPaymentOrder; invoice: Invoice },
): Promise<{ bankOrder: string; link: string; purpose: string }> {
  const invoiceDocument = await readInvoiceDocument(ctx, scope, invoice);
  const mark = fastPaymentMark(order.id);
  // The mark comes first because the rest may be cut, and the payment in the bank's file is recognised by it.
  const purpose = `${mark}. ${invoicePurpose(invoiceDocument)}`.slice(0, MAX_PURPOSE_LENGTH);
  try {
    const ordered = await bank.orderPayment({
      orderId: order.id,
      sum: order.sum,
      purpose,
      payerInn: invoiceDocument.buyer.inn,
      expiresAt: order.expiresAt,
    });
    return { ...ordered, purpose };
  } catch (error) {
    if (!(error instanceof FastPaymentsUnavailable)) throw error;
    ctx.log.warn({ orderId: order.id, answer: error.message }, 'the bank gave no link of СБП');
    throw unavailable(SILENT);
  }
}
