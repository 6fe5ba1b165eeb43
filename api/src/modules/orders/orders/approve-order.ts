import { REQUEST_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { markItemsRequested, renewRefusedItems, type ItemToAsk } from './item-store.ts';
import { findUnreachableNetworks } from './find-unreachable-networks.ts';
import { lockOrder, markApproved } from './order-store.ts';

/** If the process dies before a network is called, the item is polled after this delay. */
const POLL_AFTER_SECONDS = 5;

export type Approval = 'approved' | 'rejected-before' | 'edited-since' | 'unknown';

/**
 * Approves a card request: each network is asked to issue its cards. Approving again is harmless, and asks again
 * those networks that have refused or issued too few cards. With `revision` only that version of the request is
 * approved. Without `by` the portal does it: the programme's rule with its facts, or the demonstration. Refuses: 409 a network has no settings on this server.
 */
export async function approveOrder(
  ctx: Context,
  orderId: number,
  {
    revision,
    by,
    rule,
  }: {
    revision?: number | undefined;
    by?: { userId: number; ip?: string };
    rule?: Record<string, unknown>;
  } = {},
): Promise<Approval> {
  return ctx.db.inSystem(async (tx) => {
    const order = await lockOrder(tx, { id: orderId, companyId: 'any' });
    if (!order) return 'unknown';
    const now = ctx.clock.now();
    const nextAttemptAt = new Date(now.getTime() + POLL_AFTER_SECONDS * 1000);
    if (order.statusId === REQUEST_STATUS.rejected) return 'rejected-before';
    if (order.statusId === REQUEST_STATUS.issued) return 'approved';
    const problem = await findUnreachableNetworks(ctx, tx, orderId);
    if (problem !== null) throw conflict(problem);
    if (order.statusId === REQUEST_STATUS.created) {
      if (revision !== undefined && revision !== order.revision) return 'edited-since';
      await markApproved(tx, { id: orderId, now });
      await recordEvent(tx, {
        at: now,
        what: 'order-approved',
        userId: by?.userId,
        companyId: order.companyId,
        ip: by?.ip,
        targets: [{ kind: 'request', id: orderId }],
        before: { status: 'created' },
        after: { status: 'approved' },
        ...(rule && { details: rule }),
      });
      await notify(tx, {
        kind: 'order-approved',
        companyId: order.companyId,
        userId: order.authorId,
        facts: { orderId },
        about: `order:${orderId}`,
        now,
      });
      await askNetworks(tx, await markItemsRequested(tx, { orderId, nextAttemptAt, now }));
    }
    if (order.statusId === REQUEST_STATUS.approved) {
      await askNetworks(tx, await renewRefusedItems(tx, { orderId, nextAttemptAt, now }));
    }
    return 'approved';
  });
}

async function askNetworks(tx: Db, items: readonly ItemToAsk[]): Promise<void> {
  for (const { id: itemId, partnerId } of items)
    await enqueueJob(tx, 'issue-cards', { itemId, partnerId }, { key: `request-item:${itemId}` });
}
