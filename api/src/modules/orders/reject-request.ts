import { REQUEST_STATUS } from '#contract/ids.ts';
import type { Context } from '../../context.ts';
import { leaveProgramme } from '../companies/leave-programme.ts';
import { lockOrder, markRejected } from './order-store.ts';

export type Rejection = 'rejected' | 'approved-before' | 'unknown';

/**
 * Rejects a card request with a reason that the company reads. A second rejection keeps the first reason. A company
 * with nothing else in the books leaves the programme.
 */
export async function rejectRequest(
  ctx: Context,
  rejection: { orderId: number; reason: string; by: { userId: number; ip: string } },
): Promise<Rejection> {
  const { orderId, reason, by } = rejection;
  const locked = await ctx.db.inSystem(async (tx) => {
    const order = await lockOrder(tx, { id: orderId, companyId: 'any' });
    if (order?.statusId === REQUEST_STATUS.created) {
      await markRejected(tx, { id: orderId, reason });
      await leaveProgramme(tx, { companyId: order.companyId, orderId, by, now: ctx.clock.now() });
    }
    return order;
  });
  if (!locked) return 'unknown';
  if (locked.statusId === REQUEST_STATUS.approved || locked.statusId === REQUEST_STATUS.issued)
    return 'approved-before';
  return 'rejected';
}
