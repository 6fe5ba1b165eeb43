import type { Context } from '../../../context.ts';
import { EdmUnavailable } from '../../../gateways/edm-operator/edm-operator.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { findCursor, findMessageDocuments, hasMessageInTransit, storeCursor } from './edm-change-store.ts';

/** Maximum number of pages in one turn. The next turn reads on. */
const MAX_PAGES = 20;

/**
 * Reads the operator's news, and queues a check of each document in them. The cursor is stored with the jobs, so no
 * document is skipped. A repeated report causes a second check, which changes nothing. If the operator does not
 * respond, the next turn asks again.
 */
export async function readEdmChanges(ctx: Context): Promise<void> {
  const { provider } = ctx.edmOperator;
  if (provider === 'none' || !(await hasMessageInTransit(ctx.db.system))) return;
  try {
    for (let page = 0; page < MAX_PAGES; page += 1) if (!(await readPage(ctx, provider))) return;
  } catch (error) {
    if (!(error instanceof EdmUnavailable)) throw error;
    ctx.log.warn({ err: error }, 'the operator of electronic documents did not tell its news');
  }
}

/** True means that there is more. */
async function readPage(ctx: Context, provider: string): Promise<boolean> {
  const before = await findCursor(ctx.db.system, provider);
  const { messageIds, cursor, more } = await ctx.edmOperator.changesSince(before);
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    for (const documentId of await findMessageDocuments(tx, messageIds))
      await enqueueJob(tx, 'follow-edm-document', { documentId }, { key: `follow-edm:${documentId}` });
    if (cursor !== before) await storeCursor(tx, { provider, cursor, now });
  });
  return more;
}
