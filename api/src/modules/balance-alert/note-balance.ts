import type { Db } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { markCrossing } from './threshold-store.ts';

/**
 * Notes where a company's available funds are against its threshold, in the transaction that has just moved them: a
 * fall and a recovery are never missed, however close together. Where they have come down to it, one message is asked
 * for. To be called after every change of unallocated funds or credit, while their account is still locked.
 */
export async function noteBalance(tx: Db, companyId: number): Promise<void> {
  if (await markCrossing(tx, companyId)) {
    await enqueueJob(tx, 'watch-balance', { companyId }, { key: `watch-balance:${companyId}` });
  }
}
