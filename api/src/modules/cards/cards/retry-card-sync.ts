import type { Context } from '../../../context.ts';
import { enqueueSync } from './enqueue-sync.ts';
import { listDue } from '../commands/list-due.ts';
import { listDueCards } from './card-changes.ts';

/** Resends unconfirmed changes to networks, because the network was silent or the process that sent them died. */
export async function retryCardSync(ctx: Context): Promise<void> {
  for (const { partnerId, ids } of await listDue(ctx, ctx.partnerIds('sandbox'), listDueCards))
    for (const cardId of ids) await enqueueSync(ctx.db.system, { cardId, partnerId });
}
