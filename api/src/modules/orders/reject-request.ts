import { REQUEST_STATUS } from '#contract/ids.ts';
import type { Context } from '../../context.ts';
import { lockOrder, markRejected } from './order-store.ts';

export type Rejection = 'rejected' | 'approved-before' | 'unknown';

/** Rejects a card request with a reason that its company reads. Of two rejections the first reason stays. */
export async function rejectRequest(ctx: Context, orderId: number, reason: string): Promise<Rejection> {
  const locked = await ctx.db.inSystem(async (tx) => {
    const order = await lockOrder(tx, { id: orderId, companyId: 'any' });
    if (order?.statusId === REQUEST_STATUS.created) await markRejected(tx, { id: orderId, reason });
    return order;
  });
  if (!locked) return 'unknown';
  if (locked.statusId === REQUEST_STATUS.approved || locked.statusId === REQUEST_STATUS.issued)
    return 'approved-before';
  return 'rejected';
}
