import type { Context } from '../../context.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { listDueOperations } from './operation-store.ts';

const AT_ONCE = 200;

/**
 * Asks again about every operation that waits too long, because its network was silent or the process that asked has
 * died. The job's key keeps an operation from being asked about twice at the same time.
 */
export async function lookAfterOperations(ctx: Context): Promise<void> {
  for (const operationId of await listDueOperations(ctx.db.system, ctx.clock.now(), AT_ONCE)) {
    await enqueueJob(
      ctx.db.system,
      'carry-out-operation',
      { operationId },
      { key: `operation:${operationId}` },
    );
  }
}
