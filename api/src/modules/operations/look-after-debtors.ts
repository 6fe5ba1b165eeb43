import { OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { listRefusedDebtors, lockCardStatuses, type RefusedDebtor } from './sale-store.ts';
import { startOperation } from './start-operation.ts';

/**
 * A network may refuse to block a card that has run into debt. It is asked again for as long as the debt stands: a minute
 * after its refusal, then two, four, at most a day; and the log tells a person each time, for the card goes on buying.
 */
export async function lookAfterDebtors(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  for (const debtor of await listRefusedDebtors(ctx.db.system, { now, cardId: null })) {
    if (!(await ctx.db.inSystem((tx) => blockAgain(tx, debtor, now)))) continue;
    ctx.log.error(debtor, 'a card with a debt is not blocked: its network has refused');
  }
}

/** False where somebody else has asked, or the debt is paid, since the cards were listed. */
async function blockAgain(tx: Db, { cardId, companyId, partnerId }: RefusedDebtor, now: Date) {
  await lockCardStatuses(tx, [cardId]);
  const [still] = await listRefusedDebtors(tx, { now, cardId });
  if (!still) return false;
  await startOperation(tx, {
    card: { id: cardId, companyId, partnerId },
    typeId: OPERATION_TYPE.blocking,
    sum: kopecks(0),
    authorId: null,
    now,
  });
  return true;
}
