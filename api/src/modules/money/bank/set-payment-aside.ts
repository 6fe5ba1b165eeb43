import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { withLookAlikes } from './look-alikes.ts';
import { requirePayment } from './payment-list-store.ts';
import { markDuplicate, takeTurn } from './payment-store.ts';
import { isWaiting, type Payment } from './payment.ts';

export interface SetAsideArgs {
  paymentId: number;
  reason: string;
  staffId: number;
  ip: string;
  requestKey: RequestKey | null;
}

/**
 * Sets a payment aside by a person's decision, because it is already in the books in another row. No money moves, and
 * it may still be credited later. Refuses: 404 no such payment; 409 the payment does not wait, resembles none, or all
 * similar ones were set aside, so that no company would get the money.
 */
export async function setPaymentAside(ctx: Context, input: SetAsideArgs): Promise<Payment> {
  const { paymentId, reason, staffId, ip, requestKey } = input;
  await ctx.db.inSystem((tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      await takeTurn(tx);
      const payment = await requirePayment(tx, paymentId);
      if (payment.state === 'duplicate') throw conflict('Платёж уже отмечен как повтор');
      if (!isWaiting(payment)) throw conflict('Платёж зачислен. Если это ошибка, исправьте зачисление');
      const [compared] = await withLookAlikes(tx, [payment]);
      const others = compared?.lookAlikes ?? [];
      if (others.length === 0) throw conflict('Этот платёж ни на какой другой не похож');
      const remaining = others.filter((other) => other.state !== 'duplicate');
      if (remaining.length === 0)
        throw conflict('Похожий платёж тоже отмечен как повтор: зачислите один из них');
      await markDuplicate(tx, { id: paymentId, sameAsId: findPossibleDuplicate(payment, remaining) });
      await recordEvent(tx, {
        at: ctx.clock.now(),
        what: 'payment-set-aside',
        userId: staffId,
        ip,
        details: { paymentId, sameAs: remaining.map((item) => item.id), sumKopecks: payment.sum, reason },
      });
      return { paymentId };
    }),
  );
  return requirePayment(ctx.db.system, paymentId);
}

/**
 * If one came by СБП and the other in a file, the bank's turnover counts the file's row with the money of the other.
 */
function findPossibleDuplicate(payment: Payment, others: readonly Payment[]): number | null {
  const otherSides = others.filter((other) => (other.file === null) !== (payment.file === null));
  return otherSides.length === 1 ? (otherSides[0]?.id ?? null) : null;
}
