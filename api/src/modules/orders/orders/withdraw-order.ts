import { REQUEST_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { leaveProgramme } from '../../companies/companies/programme-membership.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { endUnsentItems } from './item-store.ts';
import { lockOrder, markWithdrawn, type LockedOrder } from './order-store.ts';

const WITHDRAWN = 'Заявка отозвана';

/**
 * Takes an approved request back with a reason that the company reads, and notifies its author by email. It runs under
 * the request's lock. A simultaneous job that calls a network either has been counted, and the withdrawal is refused,
 * or finds the request withdrawn and makes no call. A repeat changes nothing. Refuses: 404; 409 it is not approved, a
 * network has been called and has not refused, or cards were issued.
 */
export async function withdrawOrder(
  ctx: Context,
  withdrawal: { orderId: number; reason: string; by: { userId: number; ip: string } },
): Promise<void> {
  const { orderId, reason, by } = withdrawal;
  await ctx.db.inSystem(async (tx) => {
    const order = await lockOrder(tx, { id: orderId, companyId: 'any' });
    if (!order) throw notFound('Заявка не найдена');
    if (order.statusId !== REQUEST_STATUS.approved) return assertSame(order, reason);
    if (!(await endUnsentItems(tx, { orderId, reason: WITHDRAWN }))) {
      throw conflict(
        'Сеть уже получила заказ карт по этой заявке: отозвать её нельзя. Если сеть откажет, отзовите её тогда',
      );
    }
    const now = ctx.clock.now();
    const { companyId, authorId: userId } = order;
    await markWithdrawn(tx, { id: orderId, reason, now });
    await recordEvent(tx, {
      at: now,
      what: 'order-withdrawn',
      userId: by.userId,
      companyId,
      ip: by.ip,
      targets: [{ kind: 'request', id: orderId }],
      before: { status: 'approved' },
      after: { status: 'withdrawn', reason },
    });
    // While the author is still a colleague.
    await notify(tx, {
      kind: 'order-withdrawn',
      userId,
      companyId,
      facts: { orderId, reason },
      about: `order:${orderId}`,
      now,
    });
    await leaveProgramme(tx, { companyId, orderId, by, now });
  });
}

function assertSame(order: LockedOrder, reason: string): void {
  if (order.withdrawnAt !== null) {
    if (order.rejectReason === reason) return;
    throw conflict(`Заявка уже отозвана, компания видит причину «${order.rejectReason}»`);
  }
  throw conflict(
    {
      [REQUEST_STATUS.created]: 'Заявка ещё не одобрена: её можно отклонить',
      [REQUEST_STATUS.approved]: '',
      [REQUEST_STATUS.issued]: 'Карты по заявке уже выпущены, отозвать её нельзя',
      [REQUEST_STATUS.rejected]: 'Заявка уже отклонена',
    }[order.statusId],
  );
}
