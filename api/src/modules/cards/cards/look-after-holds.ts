import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { startOperations } from '../../networks/commands/start-operations.ts';
import { listRefusedHolds, listToBeBlocked, lockAnyCard } from './card-hold-store.ts';
import { findCardHold } from './find-card-hold.ts';

/** Between a network's refusal and the next time that it is asked. */
const PAUSE_MS = 600_000;
const AT_ONCE = 100;

/**
 * Asks networks again for blocks that the programme holds and they have refused, for as long as the hold stands. Each time
 * it is logged for a person, because the card can still buy.
 */
export async function lookAfterHolds(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - PAUSE_MS);
  for (const cardId of await listRefusedHolds(ctx.db.system, { before, most: AT_ONCE })) {
    const asked = await ctx.db.inSystem(async (tx) => {
      const card = await lockAnyCard(tx, cardId);
      if (!card || !(await findCardHold(tx, cardId))) return false;
      if ((await listToBeBlocked(tx, [card])).has(cardId)) return false;
      await startOperations(tx, { cards: [card], typeId: OPERATION_TYPE.blocking, now });
      return true;
    });
    if (asked)
      ctx.log.error({ cardId }, 'a card that the programme holds is not blocked: its network has refused');
  }
}
