import type { PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import type { JobPayloads } from '../../../queue/job.ts';

/** A lane does several jobs at the same time, and whatever is longer than this may as well be another one. */
const MOST_PER_JOB = 64;

/**
 * Enqueues the sending of commands, in the caller's transaction: one job for all that go to the same network. The statements
 * are sent at once.
 */
export function enqueueCommands(
  tx: Db,
  commands: readonly { id: number; partnerId: PartnerId; companyId: number }[],
): Promise<void>[] {
  const alone: JobPayloads['carry-out-operation'][] = [];
  const together: JobPayloads['carry-out-operations'][] = [];
  for (const [partnerId, own] of Map.groupBy(commands, (one) => one.partnerId)) {
    for (let from = 0; from < own.length; from += MOST_PER_JOB) {
      const [first, ...others] = own.slice(from, from + MOST_PER_JOB);
      if (!first) continue;
      const { id: operationId, companyId } = first;
      if (others.length === 0) alone.push({ operationId, partnerId, companyId });
      else together.push(oneJob([first, ...others], partnerId));
    }
  }
  return [
    ...(alone.length > 0 ? [enqueueJobs(tx, 'carry-out-operation', alone)] : []),
    ...(together.length > 0 ? [enqueueJobs(tx, 'carry-out-operations', together)] : []),
  ];
}

function oneJob(
  commands: readonly { id: number; companyId: number }[],
  partnerId: PartnerId,
): JobPayloads['carry-out-operations'] {
  return {
    operationIds: commands.map(({ id }) => id),
    partnerId,
    companyIds: commands.map(({ companyId }) => companyId),
  };
}
