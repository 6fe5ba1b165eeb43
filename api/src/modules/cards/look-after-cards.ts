import type { Context } from '../../context.ts';
import { enqueueSync, listDueCards } from './card-change-store.ts';

const AT_ONCE = 200;

/**
 * Tells networks again what they have not confirmed: because they were silent, or because the process that told them
 * died.
 */
export async function lookAfterCards(ctx: Context): Promise<void> {
  for (const cardId of await listDueCards(ctx.db.system, ctx.clock.now(), AT_ONCE)) {
    await enqueueSync(ctx.db.system, cardId);
  }
}
