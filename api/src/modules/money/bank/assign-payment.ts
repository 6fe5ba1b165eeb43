import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { confirmPayers } from './confirm-payers.ts';
import { countUnconfirmed } from '../../identity/approvals/unconfirmed-movements.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { lockClient } from '../transfers/client-accounts.ts';
import { creditPayments } from './credit-payments.ts';
import { requirePayment } from './payment-list-store.ts';
import { markAssigned, takeTurn } from './payment-store.ts';
import { isAssignable, type InvoiceShare, type Payment } from './payment.ts';
import { assertPayable, isPaidTo, toTarget, type InvoiceTarget } from './share-payment.ts';

export interface Assignment {
  paymentId: number;
  companyId: number;
  /** Invoice that the whole sum is for. */
  invoiceId: number | null;
  /** Parts for several invoices instead. */
  shares: readonly InvoiceShare[];
  staffId: number;
  /** The second member, where one was needed. */
  confirmedBy: number | null;
  requestKey: RequestKey | null;
}

/**
 * Credits an unmatched payment to the company that a person names, and to its invoice or invoices when they are named.
 * Repeating it changes nothing; naming something else for a credited payment is 409. Refuses: 404 no such payment,
 * `company_id` not a client, what `assertPayable` refuses; 409 `second-person` where the sum is more than the member may
 * move alone today.
 */
export async function assignPayment(ctx: Context, assignment: Assignment): Promise<Payment> {
  const { paymentId, requestKey } = assignment;
  await ctx.db.inSystem((tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      await takeTurn(tx);
      const payment = await requirePayment(tx, paymentId);
      const target = toTarget(payment, assignment);
      if (!isRepeat(payment, assignment.companyId, target))
        await credit(ctx, tx, payment, assignment, target);
      return { paymentId };
    }),
  );
  return requirePayment(ctx.db.system, paymentId);
}

function isRepeat(payment: Payment, companyId: number, target: InvoiceTarget): boolean {
  return payment.state === 'assigned' && payment.company?.id === companyId && isPaidTo(payment, target);
}

async function credit(
  ctx: Context,
  tx: Db,
  payment: Payment,
  { companyId, staffId, confirmedBy }: Assignment,
  target: InvoiceTarget,
): Promise<void> {
  if (!isAssignable(payment)) throw conflict('Платёж уже зачислен');
  const { id: subjectId, sum } = payment;
  await countUnconfirmed(ctx, tx, { userId: staffId, action: 'assignPayment', subjectId, sum, confirmedBy });
  if (!(await lockClient(tx, companyId))) throw fieldRefusal('company_id', 'Клиент не найден');
  await assertPayable(tx, { companyId, sum, target, prefix: ctx.programme.today().invoicePrefix });
  await lockMoney(tx, [companyId]);
  const now = ctx.clock.now();
  await creditToCompany(tx, now, payment, { companyId, staffId, target });
  await confirmPayers(ctx, tx, now, [payment.id]);
}

/**
 * Credits an unassigned payment to a company whose money is locked, by one movement however many invoices it pays. `now`
 * was read under that lock.
 */
export async function creditToCompany(
  tx: Db,
  now: Date,
  payment: Payment,
  { companyId, staffId, target }: { companyId: number; staffId: number; target: InvoiceTarget },
): Promise<void> {
  const { id, key, corrections, sum } = payment;
  const { invoiceId, parts } = target;
  const divided = parts.length > 0 ? { parts } : {};
  await creditPayments(tx, now, [{ paymentId: id, key, corrections, companyId, invoiceId, ...divided, sum }]);
  await markAssigned(tx, { id, companyId, invoiceId, parts, staffId, now });
}
