import type { PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';

/** A lane does several jobs at the same time, and whatever is longer than this may as well be another one. */
const MOST_PER_JOB = 64;

/**
 * Enqueues the sending of commands, in the caller's transaction: one job for all that go to the same network. The statements
 * are sent at once.
 */
export function enqueueCommands(
  tx: Db,
  commands: readonly { id: number; partnerId: PartnerId }[],
): Promise<void>[] {
  const alone: { operationId: number; partnerId: PartnerId }[] = [];
  const together: { operationIds: number[]; partnerId: PartnerId }[] = [];
  for (const [partnerId, own] of Map.groupBy(commands, (one) => one.partnerId)) {
    for (let from = 0; from < own.length; from += MOST_PER_JOB) {
      const ids = own.slice(from, from + MOST_PER_JOB).map(({ id }) => id);
      if (ids.length === 1) alone.push({ operationId: ids[0] as number, partnerId });
      else together.push({ operationIds: ids, partnerId });
    }
  }
  return [
    ...(alone.length > 0 ? [enqueueJobs(tx, 'carry-out-operation', alone)] : []),
    ...(together.length > 0 ? [enqueueJobs(tx, 'carry-out-operations', together)] : []),
  ];
}
