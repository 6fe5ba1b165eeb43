import type { Context } from '../../../context.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import { listDue } from './list-due.ts';
import { listDueOperations } from './operations.ts';

/**
 * Asks again about every operation that waits too long, because its network was silent or the process that asked has
 * died. It asks about a limited number for each network, and about one for a silent network when a probe is due. The
 * job's key prevents two simultaneous requests about one operation.
 */
export async function pollOperations(ctx: Context): Promise<void> {
  for (const { partnerId, ids } of await listDue(ctx, ctx.partnerIds('sandbox'), listDueOperations)) {
    if (ids.length === 0) continue;
    await enqueueJobs(
      ctx.db.system,
      'carry-out-operation',
      ids.map((operationId) => ({ operationId, partnerId })),
      ({ operationId }) => `operation:${operationId}`,
    );
  }
}
