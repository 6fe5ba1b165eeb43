import type { Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { markCrossing } from '../../companies/companies/mark-crossing.ts';

/**
 * Records on which side of its threshold a company's own unallocated funds are, in the transaction that has just moved
 * them, so that a fall and a recovery are never missed, however close together. When the funds have come down to the
 * threshold, one message is asked for. Call it after every change of unallocated funds, while their account
 * is still locked.
 */
export async function noteBalance(tx: Db, companyId: number): Promise<void> {
  if (await markCrossing(tx, companyId)) {
    await enqueueJob(tx, 'watch-balance', { companyId }, { key: `watch-balance:${companyId}` });
  }
}
