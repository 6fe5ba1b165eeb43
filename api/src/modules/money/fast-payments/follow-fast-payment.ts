import type { Context } from '../../../context.ts';
import {
  FastPaymentsUnavailable,
  type FastPaymentOutcome,
} from '../../../gateways/fast-payments/fast-payments.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { requestAdvanceReceipts } from '../receipts/request-receipts.ts';
import { bookFastPayment } from '../bank/book-fast-payment.ts';
import {
  endOrder,
  findOrder,
  GIVEN_UP_AFTER_MS,
  computePause,
  type FastPaymentOrder,
} from './fast-payments.ts';

/**
 * Asks the bank once for the outcome of an order, and books it in a transaction of its own. The job is postponed until
 * there is a final outcome, so a bank that does not respond is asked again. Repeated and simultaneous calls give one
 * credit.
 */
export async function followFastPayment(ctx: Context, orderId: number): Promise<void> {
  const order = await findOrder(ctx.db.system, orderId);
  if (order?.state !== 'waiting') return;
  const outcome = await askBank(ctx, order);
  if (outcome?.state === 'paid') return book(ctx, order, outcome);
  const now = ctx.clock.now();
  if (outcome && outcome.state !== 'waiting') {
    await endOrder(ctx.db.system, { id: orderId, state: outcome.state, now });
    return;
  }
  if (now.getTime() > order.expiresAt.getTime() + GIVEN_UP_AFTER_MS) {
    ctx.log.error({ orderId }, 'the bank never said what became of a payment by СБП');
    await endOrder(ctx.db.system, { id: orderId, state: 'expired', now });
    return;
  }
  const runAt = new Date(now.getTime() + computePause(order.askedAt, now));
  await enqueueJob(
    ctx.db.system,
    'follow-fast-payment',
    { orderId },
    { key: `fast-payment:${orderId}`, runAt },
  );
}

/** Returns null if the bank has not answered. */
async function askBank(
  { fastPayments, log }: Context,
  { id, bankOrder }: FastPaymentOrder,
): Promise<FastPaymentOutcome | null> {
  if (!fastPayments || bankOrder === null) return null;
  try {
    return await fastPayments.readPayment(bankOrder);
  } catch (error) {
    if (!(error instanceof FastPaymentsUnavailable)) throw error;
    log.warn({ orderId: id, answer: error.message }, 'the bank does not say what became of a payment by СБП');
    return null;
  }
}

function book(
  ctx: Context,
  order: FastPaymentOrder,
  { operation, sum, at, payer }: FastPaymentOutcome & { state: 'paid' },
): Promise<void> {
  const { id, companyId, invoiceId } = order;
  const purpose = order.purpose ?? '';
  return ctx.db.inSystem(async (tx) => {
    const input = { orderId: id, companyId, invoiceId, operation, sum, purpose, at, payer };
    const paymentId = await bookFastPayment(ctx, tx, input);
    await endOrder(tx, { id, state: 'paid', paymentId, now: ctx.clock.now() });
    // A file may have brought the payment before, without the order that shows that it came by СБП.
    await requestAdvanceReceipts(ctx, tx, [paymentId]);
  });
}
