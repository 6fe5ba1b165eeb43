import type { Context } from '../../../context.ts';
import { blockHeldCard } from './block-held-card.ts';
import { listRefusedHolds } from './card-hold-store.ts';

/** Between a network's refusal and the next time that it is asked. */
const PAUSE_MS = 600_000;
const AT_ONCE = 100;

/**
 * Asks networks again for blocks that the programme holds and they have refused, for as long as the hold stands. Until
 * then the card can buy, and stands under «Разбор» (`refused-block-matter.ts`).
 */
export async function lookAfterHolds(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - PAUSE_MS);
  for (const cardId of await listRefusedHolds(ctx.db.system, { before, most: AT_ONCE })) {
    const asked = await ctx.db.inSystem((tx) => blockHeldCard(tx, cardId, now));
    if (asked)
      ctx.log.error({ cardId }, 'a card that the programme holds is not blocked: its network has refused');
  }
}
