import type { PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';

/** Enqueues the job that sends to the network, in the caller's transaction. */
export function enqueueSync(tx: Db, card: { cardId: number; partnerId: PartnerId }): Promise<void> {
  const { cardId, partnerId } = card;
  return enqueueJob(tx, 'sync-card', { cardId, partnerId }, { key: `card:${cardId}` });
}
