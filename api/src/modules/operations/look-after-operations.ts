import type { Context } from '../../context.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { listDueOperations } from './operation-store.ts';

const AT_ONCE = 200;

/**
 * Asks again for every operation that waits too long: its network was silent, or the process that asked it died.
 * The job's key keeps one operation from being asked for twice at a time.
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
