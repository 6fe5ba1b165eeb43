import type { Context } from '../../../context.ts';
import { blockDebtorAgain } from './block-debtors.ts';
import { listDueDebtors } from './refused-debtors.ts';

/**
 * Asks again for blocks of indebted cards that their networks have refused, for as long as the debt stands: a minute
 * after the refusal, then two, four, at most a day. Each time it is logged for a person, because the card can still
 * buy.
 */
export async function retryDebtorBlocks(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  for (const debtor of await listDueDebtors(ctx.db.system, { now, cardId: null })) {
    const { cardId } = debtor;
    // Each card on its own: a failure must not leave the others unblocked.
    await ctx.db
      .inSystem((tx) =>
        blockDebtorAgain(tx, {
          cardId,
          clock: ctx.clock,
          find: async () => (await listDueDebtors(tx, { now, cardId }))[0],
        }),
      )
      .then(
        (requested) => {
          if (requested) ctx.log.error(debtor, 'a card with a debt is not blocked: its network has refused');
        },
        (error: unknown) => ctx.log.error({ err: error, ...debtor }, 'a card with a debt can’t be blocked'),
      );
  }
}
