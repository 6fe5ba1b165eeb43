import type { Context } from '../../../context.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import { listDueOperations } from './operations.ts';

const BATCH_SIZE_PER_NETWORK = 200;

/**
 * Asks again about every operation that waits too long, because its network was silent or the process that asked has
 * died. It asks about a limited number for each network, and about one for a silent network when a probe is due. The
 * job's key prevents two simultaneous requests about one operation.
 */
export async function pollOperations(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  for (const partnerId of ctx.partnerIds('sandbox')) {
    const capacity = ctx.getBreaker(partnerId).room(BATCH_SIZE_PER_NETWORK);
    if (capacity === 0) continue;
    const due = await listDueOperations(ctx.db.system, now, capacity, partnerId);
    if (due.length === 0) continue;
    await enqueueJobs(
      ctx.db.system,
      'carry-out-operation',
      due.map((operationId) => ({ operationId, partnerId })),
      ({ operationId }) => `operation:${operationId}`,
    );
  }
}
