import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { confirmByPayments } from '../../companies/first-admin/confirm-admin.ts';
import { countUnconfirmed } from '../../identity/approvals/unconfirmed-movements.ts';
import { findInvoice } from '../invoices/invoices.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { lockClient } from '../transfers/client-accounts.ts';
import { creditPayments } from './credit-payments.ts';
import { findPayment } from './payment-list-store.ts';
import { markAssigned, takeTurn } from './payment-store.ts';
import { isAssignable, type Payment } from './payment.ts';

export interface Assignment {
  paymentId: number;
  companyId: number;
  invoiceId: number | null;
  staffId: number;
  /** The second member, where one was needed. */
  confirmedBy: number | null;
  requestKey: RequestKey | null;
}

/**
 * Credits an unmatched payment to the company that a person names, and to its invoice when one is named. Repeating it
 * changes nothing; naming something else for a credited payment is 409. Refuses: 404 no such payment, `company_id`
 * not a client, `invoice_id` not an invoice of that company or a cancelled one; 409 `second-person` where the sum is
 * more than the member may move alone today.
 */
export async function assignPayment(ctx: Context, assignment: Assignment): Promise<Payment> {
  const { paymentId, requestKey } = assignment;
  await ctx.db.inSystem((tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      await takeTurn(tx);
      const payment = await findPayment(tx, paymentId);
      if (!payment) throw notFound('Платёж не найден');
      if (!isRepeat(payment, assignment)) await credit(ctx, tx, payment, assignment);
      return { paymentId };
    }),
  );
  const assigned = await findPayment(ctx.db.system, paymentId);
  if (!assigned) throw notFound('Платёж не найден');
  return assigned;
}

function isRepeat({ state, company, invoice }: Payment, { companyId, invoiceId }: Assignment): boolean {
  return state === 'assigned' && company?.id === companyId && (invoice?.id ?? null) === invoiceId;
}

async function credit(ctx: Context, tx: Db, payment: Payment, assignment: Assignment): Promise<void> {
  const { companyId, invoiceId, staffId, confirmedBy } = assignment;
  if (!isAssignable(payment)) throw conflict('Платёж уже зачислен');
  const { id: subjectId, sum } = payment;
  await countUnconfirmed(ctx, tx, { userId: staffId, action: 'assignPayment', subjectId, sum, confirmedBy });
  if (!(await lockClient(tx, companyId))) throw fieldRefusal('company_id', 'Клиент не найден');
  await assertOpen(tx, companyId, invoiceId);
  await lockMoney(tx, [companyId]);
  const now = ctx.clock.now();
  await creditToCompany(tx, now, payment, assignment);
  await confirmByPayments(ctx, tx, now, [payment.id]);
}

/**
 * Credits an unassigned payment to a company whose money is locked, and to its invoice when one is named. `now` was
 * read under that lock.
 */
export async function creditToCompany(
  tx: Db,
  now: Date,
  payment: Payment,
  { companyId, invoiceId, staffId }: Pick<Assignment, 'companyId' | 'invoiceId' | 'staffId'>,
): Promise<void> {
  const { id, key, corrections, sum } = payment;
  await creditPayments(tx, now, [{ paymentId: id, key, corrections, companyId, invoiceId, sum }]);
  await markAssigned(tx, { id, companyId, invoiceId, staffId, now });
}

/** Refuses an invoice that is not the company's or was cancelled. */
export async function assertOpen(tx: Db, companyId: number, invoiceId: number | null): Promise<void> {
  if (invoiceId === null) return;
  const invoice = await findInvoice(tx, { companyId, id: invoiceId });
  if (!invoice) throw fieldRefusal('invoice_id', 'У этого клиента нет такого счёта');
  if (invoice.cancelledAt) throw fieldRefusal('invoice_id', 'Этот счёт отменён');
}
