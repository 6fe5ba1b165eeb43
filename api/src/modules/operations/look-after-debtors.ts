import type { Context } from '../../context.ts';
import { blockDebtorAgain } from './block-debtor-again.ts';
import { listDueDebtors } from './refused-debtor-store.ts';

/**
 * A network may refuse to block a card that has run into debt. It is asked again for as long as the debt stands: a minute
 * after its refusal, then two, four, at most a day; and the log tells a person each time, for the card goes on buying.
 */
export async function lookAfterDebtors(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  for (const debtor of await listDueDebtors(ctx.db.system, { now, cardId: null })) {
    const { cardId } = debtor;
    // Each alone: one that fails leaves no other open.
    await ctx.db
      .inSystem((tx) =>
        blockDebtorAgain(tx, {
          cardId,
          now,
          find: async () => (await listDueDebtors(tx, { now, cardId }))[0],
        }),
      )
      .then(
        (asked) => {
          if (asked) ctx.log.error(debtor, 'a card with a debt is not blocked: its network has refused');
        },
        (error: unknown) => ctx.log.error({ err: error, ...debtor }, 'a card with a debt can’t be blocked'),
      );
  }
}
