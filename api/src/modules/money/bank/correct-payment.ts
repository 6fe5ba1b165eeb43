import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { badRequest, conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { confirmByPayments } from '../../companies/first-admin/confirm-by-payments.ts';
import { addPaid } from '../invoices/add-paid.ts';
import { takeBackPaid } from '../invoices/take-back-paid.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { lockClient } from '../transfers/lock-client.ts';
import { assertOpen, giveTo } from './assign-payment.ts';
import { findPayment } from './payment-list-store.ts';
import { markAssigned, markCorrected, takeTurn } from './payment-store.ts';
import { isCredited, type CreditedPayment, type Payment } from './payment.ts';
import { reversePayment } from './reverse-payment.ts';

export interface Correction {
  paymentId: number;
  /** The company it belongs to; null: a person will say later. */
  companyId: number | null;
  invoiceId: number | null;
  reason: string;
  staffId: number;
  ip: string;
  requestKey: RequestKey | null;
}

/**
 * Corrects a payment that was credited to the wrong company or for the wrong invoice, in one transaction. Money of
 * another company goes back to the bank's account, and from there to the company named. If only the invoice was
 * wrong, the balance is right and no money moves.
 */
export async function correctPayment(ctx: Context, said: Correction): Promise<Payment> {
  await ctx.db.inSystem((tx) =>
    doOnce(tx, said.requestKey, ctx.clock.now(), async () => {
      await takeTurn(tx);
      const payment = await requireCredited(tx, said);
      // Both companies by one statement, in the usual order; the clock is read when nobody else can post before us.
      await lockMoney(tx, [payment.company.id, said.companyId ?? payment.company.id]);
      const now = ctx.clock.now();
      if (said.companyId === payment.company.id) await changeInvoice(tx, now, payment, said);
      else await changeCompany(tx, now, payment, said);
      // Credited at last to whose account it came from: it proves what it would have proved at first (decision 51).
      if (said.companyId !== null) await confirmByPayments(ctx, tx, now, [payment.id]);
      return { paymentId: said.paymentId };
    }),
  );
  return requirePayment(ctx.db.system, said.paymentId);
}

async function requireCredited(tx: Db, said: Correction): Promise<CreditedPayment> {
  const { companyId, invoiceId } = said;
  const payment = await requirePayment(tx, said.paymentId);
  const { company, invoice } = payment;
  if (!company || !isCredited(payment)) throw conflict('Платёж никому не зачислен: исправлять нечего');
  if (companyId === null && invoiceId !== null)
    throw fieldRefusal('company_id', 'Укажите компанию, которой выставлен счёт');
  if (companyId === company.id && invoiceId === (invoice?.id ?? null))
    throw badRequest('Платёж и так зачислен туда');
  if (companyId !== null && !(await lockClient(tx, companyId)))
    throw fieldRefusal('company_id', 'Клиент не найден');
  if (companyId !== null) await assertOpen(tx, companyId, invoiceId);
  return { ...payment, company };
}

async function changeInvoice(tx: Db, now: Date, payment: CreditedPayment, said: Correction): Promise<void> {
  const { id, company, invoice, sum } = payment;
  const { invoiceId, staffId } = said;
  // The other invoice is paid first: otherwise its twin of the same day would still look unpaid.
  if (invoiceId !== null) await addPaid(tx, [{ invoiceId, sum }]);
  if (invoice) await takeBackPaid(tx, { invoiceId: invoice.id, companyId: company.id, sum, now });
  await keepTrace(tx, now, payment, said);
  await markAssigned(tx, { id, companyId: company.id, invoiceId, staffId, now });
}

async function changeCompany(tx: Db, now: Date, payment: CreditedPayment, said: Correction): Promise<void> {
  const { companyId, invoiceId, staffId } = said;
  await reversePayment(tx, now, payment);
  const { company, invoice, sum } = payment;
  if (invoice) await takeBackPaid(tx, { invoiceId: invoice.id, companyId: company.id, sum, now });
  await keepTrace(tx, now, payment, said);
  if (companyId === null) return;
  await giveTo(tx, now, await requirePayment(tx, payment.id), { companyId, invoiceId, staffId });
}

/** Records from where it was taken, why and by whom, in the payment's history and in the audit log. */
async function keepTrace(tx: Db, now: Date, payment: CreditedPayment, said: Correction): Promise<void> {
  const { reason, staffId } = said;
  await markCorrected(tx, { payment, reason, staffId, now });
  await recordEvent(tx, {
    at: now,
    what: 'payment-corrected',
    userId: staffId,
    companyId: payment.company.id,
    ip: said.ip,
    details: {
      paymentId: payment.id,
      fromInvoiceId: payment.invoice?.id ?? null,
      toCompanyId: said.companyId,
      toInvoiceId: said.invoiceId,
      reason,
    },
  });
}

async function requirePayment(db: Db, id: number): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (!payment) throw notFound('Платёж не найден');
  return payment;
}
