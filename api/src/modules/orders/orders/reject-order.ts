import { REQUEST_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { leaveProgramme } from '../../companies/companies/programme-membership.ts';
import { conflict, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { lockOrder, markRejected } from './order-store.ts';

/**
 * Rejects a card request with a reason that the company reads, and notifies its author by email. A company with nothing
 * else in the books leaves the programme. A repeat changes nothing. Refuses: 404, 409 it is approved, or rejected for
 * another reason.
 */
export async function rejectOrder(
  ctx: Context,
  rejection: { orderId: number; reason: string; by: { userId: number; ip: string } },
): Promise<void> {
  const { orderId, reason, by } = rejection;
  const locked = await ctx.db.inSystem(async (tx) => {
    const order = await lockOrder(tx, { id: orderId, companyId: 'any' });
    if (order?.statusId === REQUEST_STATUS.created) {
      await markRejected(tx, { id: orderId, reason });
      const now = ctx.clock.now();
      const { companyId, authorId: userId } = order;
      // While the author is still a colleague.
      await notify(tx, {
        kind: 'order-rejected',
        userId,
        companyId,
        facts: { orderId, reason },
        about: `order:${orderId}`,
        now,
      });
      await recordEvent(tx, {
        at: now,
        what: 'order-rejected',
        userId: by.userId,
        companyId,
        ip: by.ip,
        targets: [{ kind: 'request', id: orderId }],
        before: { status: 'created' },
        after: { status: 'rejected', reason },
      });
      await leaveProgramme(tx, { companyId, orderId, by, now });
    }
    return order;
  });
  if (!locked) throw notFound('Заявка не найдена');
  if (locked.statusId === REQUEST_STATUS.approved || locked.statusId === REQUEST_STATUS.issued)
    throw conflict('Заявка уже одобрена, отклонить её нельзя');
  if (locked.rejectReason !== null && locked.rejectReason !== reason)
    throw conflict(`Заявка уже отклонена, компания видит причину «${locked.rejectReason}»`);
}
