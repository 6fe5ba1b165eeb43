import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { badRequest, conflict, fieldRefusal } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { confirmPayers } from './confirm-payers.ts';
import { addPaid, subtractPaid } from '../invoices/invoice-payments.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { lockClient } from '../transfers/client-accounts.ts';
import { creditToCompany } from './assign-payment.ts';
import { requirePayment } from './payment-list-store.ts';
import { markAssigned, markCorrected, takeTurn } from './payment-store.ts';
import { isCredited, listPaidParts, type CreditedPayment, type Payment } from './payment.ts';
import { reversePayment } from './reverse-payment.ts';
import { assertPayable, isPaidTo, type InvoiceTarget } from './share-payment.ts';

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
      const payment = await requireCredited(ctx, tx, input);
      // Locks both companies by one statement, in the usual order. The clock is read when no one else can post before
      // us.
      await lockMoney(tx, [payment.company.id, input.companyId ?? payment.company.id]);
      const now = ctx.clock.now();
      if (input.companyId === payment.company.id) await changeInvoice(tx, now, payment, input);
      else await changeCompany(tx, now, payment, input);
      // The payment is now credited to the company whose account it came from, so it proves what it would have
      // proved on arrival (decision 51).
      if (input.companyId !== null) await confirmPayers(ctx, tx, now, [payment.id]);
      return { paymentId: input.paymentId };
    }),
  );
  return requirePayment(ctx.db.system, input.paymentId);
}

async function requireCredited(ctx: Context, tx: Db, input: Correction): Promise<CreditedPayment> {
  const payment = await requireCorrectable(ctx, tx, input);
  if (input.companyId !== null && !(await lockClient(tx, input.companyId)))
    throw fieldRefusal('company_id', 'Клиент не найден');
  return payment;
}

/**
 * Returns the payment if it can be corrected so. Refuses: 404 no such payment, 409 it is credited to no company, 400 it is
 * credited so already, `company_id` and `invoice_id` that it can't be credited to.
 */
export async function requireCorrectable(
  ctx: Context,
  db: Db,
  input: Pick<Correction, 'paymentId' | 'companyId' | 'invoiceId'>,
): Promise<CreditedPayment> {
  const { companyId, invoiceId } = input;
  const payment = await requirePayment(db, input.paymentId);
  const { company, sum } = payment;
  if (!company || !isCredited(payment)) throw conflict('Платёж никому не зачислен: исправлять нечего');
  if (companyId === null && invoiceId !== null)
    throw fieldRefusal('company_id', 'Укажите компанию, которой выставлен счёт');
  const target = toWholeTarget(input);
  if (companyId === company.id && isPaidTo(payment, target)) throw badRequest('Платёж и так зачислен туда');
  const client = companyId === null ? null : await findCompany(db, companyId);
  if (companyId !== null && !client?.clientSince) throw fieldRefusal('company_id', 'Клиент не найден');
  const prefix = ctx.programme.today().invoicePrefix;
  if (companyId !== null) await assertPayable(db, { companyId, sum, target, prefix });
  return { ...payment, company };
}

/** A correction names one invoice for the whole sum at most. */
function toWholeTarget({ invoiceId }: Pick<Correction, 'invoiceId'>): InvoiceTarget {
  return { invoiceId, parts: [] };
}

async function changeInvoice(tx: Db, now: Date, payment: CreditedPayment, input: Correction): Promise<void> {
  const { id, company, sum } = payment;
  const { invoiceId, staffId } = input;
  // The other invoice is paid first. Otherwise its twin of the same day would still look unpaid.
  if (invoiceId !== null) await addPaid(tx, [{ invoiceId, sum }]);
  await takeBackParts(tx, now, payment);
  await recordCorrection(tx, now, payment, input);
  await markAssigned(tx, { id, companyId: company.id, ...toWholeTarget(input), staffId, now });
}

async function changeCompany(tx: Db, now: Date, payment: CreditedPayment, input: Correction): Promise<void> {
  const { companyId, staffId } = input;
  await reversePayment(tx, now, payment);
  await takeBackParts(tx, now, payment);
  await recordCorrection(tx, now, payment, input);
  if (companyId === null) return;
  const target = toWholeTarget(input);
  await creditToCompany(tx, now, await requirePayment(tx, payment.id), { companyId, staffId, target });
}

/** Takes what the payment has paid from all its invoices. */
async function takeBackParts(tx: Db, now: Date, payment: CreditedPayment): Promise<void> {
  const companyId = payment.company.id;
  for (const { invoiceId, sum } of listPaidParts(payment))
    await subtractPaid(tx, { invoiceId, companyId, sum, now });
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
      fromInvoiceId: getFromInvoices(payment),
      toCompanyId: input.companyId,
      toInvoiceId: input.invoiceId,
      reason,
    },
  });
}

/** One id, or a list where the payment was divided. */
function getFromInvoices(payment: CreditedPayment): number | number[] | null {
  const ids = listPaidParts(payment).map((part) => part.invoiceId);
  return ids.length > 1 ? ids : (ids[0] ?? null);
}
