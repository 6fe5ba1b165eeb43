import type { Context } from '../../../context.ts';
import { enqueueSync } from './enqueue-sync.ts';
import { listDueCards } from './card-changes.ts';

const BATCH_SIZE_PER_NETWORK = 200;

/** Resends unconfirmed changes to networks, because the network was silent or the process that sent them died. */
export async function retryCardSync(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  for (const partnerId of ctx.partnerIds('sandbox')) {
    const limit = ctx.getBreaker(partnerId).room(BATCH_SIZE_PER_NETWORK);
    if (limit === 0) continue;
    for (const cardId of await listDueCards(ctx.db.system, { partnerId, now, limit }))
      await enqueueSync(ctx.db.system, { cardId, partnerId });
  }
}
