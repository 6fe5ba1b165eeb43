import type { Context } from '../../../context.ts';
import { markDue } from './card-comparison-store.ts';
import {
  findLastTransfer,
  findMarkedReach,
  listCardsOfAccounts,
  listPosted,
  moveMarkedReach,
} from './moved-card-store.ts';

const AT_ONCE = 5000;
/** A transfer with a lower number may still become visible as long as its transaction is open. */
const SLACK_MS = 10 * 60_000;

/**
 * Makes the cards due that have moved since the last time. What it costs grows with what was posted, not with the cards. The
 * first time it only notes where it begins: everything before is covered by the first pass over all cards.
 */
export async function markMovedCards(ctx: Context): Promise<void> {
  const upto = await findLastTransfer(ctx.db.system, new Date(ctx.clock.now().getTime() - SLACK_MS));
  let reach = await findMarkedReach(ctx.db.system);
  if (reach === null) return ctx.db.inSystem((tx) => moveMarkedReach(tx, upto));
  while (reach < upto) {
    const posted = await listPosted(ctx.db.system, { after: reach, upto, most: AT_ONCE });
    const last = posted.at(-1)?.id ?? upto;
    const accounts = [...new Set(posted.flatMap(({ from, to }) => [from, to]))];
    const cards = await listCardsOfAccounts(ctx.db.system, accounts);
    await ctx.db.inSystem(async (tx) => {
      for (const [partnerId, moved] of Map.groupBy(cards, (one) => one.partnerId))
        await markDue(tx, partnerId, moved);
      await moveMarkedReach(tx, last);
    });
    reach = last;
  }
}
