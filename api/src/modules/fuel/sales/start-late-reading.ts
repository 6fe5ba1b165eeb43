import type { Context } from '../../../context.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { moscowDay } from '../../../lib/money-format.ts';

/**
 * Has the feed of each network that lists its sales by date read again, by a job of its own. What is left of an earlier
 * night is given up for this one. A feed by sequence needs none of it: there a late sale comes last.
 */
export async function startLateReading(ctx: Context): Promise<void> {
  const night = moscowDay(ctx.clock.now());
  for (const partnerId of ctx.networkIds()) {
    if (!ctx.networkOf(partnerId).feedByDate) continue;
    const key = `late-sales:${partnerId}`;
    await enqueueJob(ctx.db.system, 'read-late-sales', { partnerId, night }, { key });
  }
}
