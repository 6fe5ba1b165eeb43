import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { badRequest, conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { confirmByPayments } from '../../companies/first-admin/confirm-admin.ts';
import { addPaid, subtractPaid } from '../invoices/invoice-payments.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { lockClient } from '../transfers/client-accounts.ts';
import { assertOpen, creditToCompany } from './assign-payment.ts';
import { findPayment } from './payment-list-store.ts';
import { markAssigned, markCorrected, takeTurn } from './payment-store.ts';
import { isCredited, type CreditedPayment, type Payment } from './payment.ts';
import { reversePayment } from './reverse-payment.ts';

export interface Correction {
  paymentId: number;
  /** Company it belongs to, or null if a person will decide later. */
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
export async function correctPayment(ctx: Context, input: Correction): Promise<Payment> {
  await ctx.db.inSystem((tx) =>
    doOnce(tx, input.requestKey, ctx.clock.now(), async () => {
      await takeTurn(tx);
      const payment = await requireCredited(tx, input);
      // Locks both companies by one statement, in the usual order. The clock is read when no one else can post before
      // us.
      await lockMoney(tx, [payment.company.id, input.companyId ?? payment.company.id]);
      const now = ctx.clock.now();
      if (input.companyId === payment.company.id) await changeInvoice(tx, now, payment, input);
      else await changeCompany(tx, now, payment, input);
      // Credited at last to whose account it came from: it proves what it would have proved at first (decision 51).
      if (input.companyId !== null) await confirmByPayments(ctx, tx, now, [payment.id]);
      return { paymentId: input.paymentId };
    }),
  );
  return requirePayment(ctx.db.system, input.paymentId);
}

async function requireCredited(tx: Db, input: Correction): Promise<CreditedPayment> {
  const { companyId, invoiceId } = input;
  const payment = await requirePayment(tx, input.paymentId);
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

async function changeInvoice(tx: Db, now: Date, payment: CreditedPayment, input: Correction): Promise<void> {
  const { id, company, invoice, sum } = payment;
  const { invoiceId, staffId } = input;
  // The other invoice is paid first. Otherwise its twin of the same day would still look unpaid.
  if (invoiceId !== null) await addPaid(tx, [{ invoiceId, sum }]);
  if (invoice) await subtractPaid(tx, { invoiceId: invoice.id, companyId: company.id, sum, now });
  await recordCorrection(tx, now, payment, input);
  await markAssigned(tx, { id, companyId: company.id, invoiceId, staffId, now });
}

async function changeCompany(tx: Db, now: Date, payment: CreditedPayment, input: Correction): Promise<void> {
  const { companyId, invoiceId, staffId } = input;
  await reversePayment(tx, now, payment);
  const { company, invoice, sum } = payment;
  if (invoice) await subtractPaid(tx, { invoiceId: invoice.id, companyId: company.id, sum, now });
  await recordCorrection(tx, now, payment, input);
  if (companyId === null) return;
  await creditToCompany(tx, now, await requirePayment(tx, payment.id), { companyId, invoiceId, staffId });
}

/** Records from where it was taken, why and by whom, in the payment's history and in the audit log. */
async function recordCorrection(
  tx: Db,
  now: Date,
  payment: CreditedPayment,
  input: Correction,
): Promise<void> {
  const { reason, staffId } = input;
  await markCorrected(tx, { payment, reason, staffId, now });
  await recordEvent(tx, {
    at: now,
    what: 'payment-corrected',
    userId: staffId,
    companyId: payment.company.id,
    ip: input.ip,
    details: {
      paymentId: payment.id,
      fromInvoiceId: payment.invoice?.id ?? null,
      toCompanyId: input.companyId,
      toInvoiceId: input.invoiceId,
      reason,
    },
  });
}

async function requirePayment(db: Db, id: number): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (!payment) throw notFound('Платёж не найден');
  return payment;
}
