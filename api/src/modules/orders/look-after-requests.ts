import type { Context } from '../../context.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { listDueItems } from './item-store.ts';

const AT_ONCE = 200;

/**
 * Asks again for the cards of approved requests that wait too long: their network was silent, or the process that asked
 * it died. The job's key keeps one item from being asked for twice at a time.
 */
export async function lookAfterRequests(ctx: Context): Promise<void> {
  for (const itemId of await listDueItems(ctx.db.system, ctx.clock.now(), AT_ONCE)) {
    await enqueueJob(ctx.db.system, 'issue-cards', { itemId }, { key: `request-item:${itemId}` });
  }
}
