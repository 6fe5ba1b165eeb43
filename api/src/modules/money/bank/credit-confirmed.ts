import type { Context } from '../../../context.ts';
import { confirmByPayments } from '../../companies/first-admin/confirm-admin.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { creditPayments } from './credit-payments.ts';
import { findPayments } from './payment-list-store.ts';
import { listUnconfirmed, markConfirmed, takeTurn, type Credit } from './payment-store.ts';
import type { Payment } from './payment.ts';

/**
 * Credits payments that waited only because their bank had not borne them out, by the decision of the time when they
 * were loaded, in a transaction of their own. Returns how many.
 */
export async function creditConfirmed(ctx: Context, ids: readonly number[]): Promise<number> {
  if (ids.length === 0 || (await listUnconfirmed(ctx.db.system, ids)).length === 0) return 0;
  return ctx.db.inSystem(async (tx) => {
    await takeTurn(tx);
    const waiting = await findPayments(tx, await listUnconfirmed(tx, ids));
    const credits = waiting.flatMap(({ suggestion, ...payment }) =>
      suggestion ? [toCredit(payment, suggestion)] : [],
    );
    await lockMoney(
      tx,
      credits.map(({ companyId }) => companyId),
    );
    const now = ctx.clock.now();
    await creditPayments(tx, now, credits);
    await markConfirmed(tx, credits);
    await confirmByPayments(
      ctx,
      tx,
      now,
      credits.map(({ paymentId }) => paymentId),
    );
    return credits.length;
  });
}

function toCredit(
  { id, key, corrections, sum }: Pick<Payment, 'id' | 'key' | 'corrections' | 'sum'>,
  { companyId, invoiceId }: NonNullable<Payment['suggestion']>,
): Credit {
  return { paymentId: id, key, corrections, companyId, invoiceId, sum };
}
