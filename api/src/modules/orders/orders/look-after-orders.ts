import type { Context } from '../../../context.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { listDueItems } from './item-store.ts';

const AT_ONCE_PER_NETWORK = 200;

/**
 * Asks again for the cards of approved requests that wait too long: their network was silent, or the process that asked
 * it died. The job's key keeps one item from being asked for twice at a time.
 */
export async function lookAfterOrders(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  for (const partnerId of ctx.partnerIds()) {
    const limit = ctx.breakerOf(partnerId).room(AT_ONCE_PER_NETWORK);
    if (limit === 0) continue;
    for (const itemId of await listDueItems(ctx.db.system, { partnerId, now, limit }))
      await enqueueJob(
        ctx.db.system,
        'issue-cards',
        { itemId, partnerId },
        { key: `request-item:${itemId}` },
      );
  }
}
