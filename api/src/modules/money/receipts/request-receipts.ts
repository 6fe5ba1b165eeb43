import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { vatRateOn } from '../../../lib/vat.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { listMonthsToOffset } from './months-to-offset.ts';
import { listUnreceiptedPayments, insertReceipt } from './receipts.ts';

/**
 * Requests the receipts of advances in the transaction that credits these payments. Only payments by СБП need one, and only where
 * the operator makes receipts; a second call changes nothing.
 */
export async function requestAdvanceReceipts(
  ctx: Context,
  tx: Db,
  paymentIds: readonly number[],
): Promise<void> {
  if (!ctx.receiptTill || paymentIds.length === 0) return;
  for (const { id: paymentId, ...payment } of await listUnreceiptedPayments(tx, paymentIds))
    await request(ctx, tx, { ...payment, kind: 'advance', paymentId, month: null });
}

/**
 * Requests the receipts of offsets: for each client one per month, once its УПД are published, of what they ship and what is
 * left of its advances by СБП. Returns how many. A second run does nothing.
 */
export async function requestOffsetReceipts(ctx: Context): Promise<number> {
  if (!ctx.receiptTill) return 0;
  let requested = 0;
  // Each round takes the oldest month of each client.
  for (;;) {
    const months = await listMonthsToOffset(ctx.db.system);
    if (months.length === 0) return requested;
    for (const { companyId, month, datedOn, shipped, open } of months) {
      const sum = kopecks(Math.min(shipped, open));
      await ctx.db.inSystem((tx) =>
        request(ctx, tx, { companyId, kind: 'offset', paymentId: null, month, datedOn, sum }),
      );
      requested += 1;
    }
  }
}

async function request(
  ctx: Context,
  tx: Db,
  receipt: Omit<Parameters<typeof insertReceipt>[1], 'vatPercent' | 'now'>,
): Promise<void> {
  const now = ctx.clock.now();
  const receiptId = await insertReceipt(tx, { ...receipt, vatPercent: vatRateOn(receipt.datedOn), now });
  if (receiptId !== null)
    await enqueueJob(tx, 'send-receipt', { receiptId }, { key: `receipt:${receiptId}` });
}
