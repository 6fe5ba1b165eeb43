import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { tellOf } from '../../people/notices/tell-of.ts';
import { listUntoldMovements } from './untold-movement-store.ts';
import { UNCLEAR_AFTER_SECONDS } from './unclear-movement.ts';

/** Tells companies, once, of movements whose network has not said for a long time what became of them. */
export async function tellUnclearMovements(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const askedBefore = new Date(now.getTime() - UNCLEAR_AFTER_SECONDS * 1000);
  const untold = await listUntoldMovements(ctx.db.system, askedBefore);
  if (untold.length === 0) return;
  await ctx.db.inSystem((tx) =>
    tellOf(
      tx,
      ...untold.map(({ id, companyId, authorId, cardId, cardNumber, typeId, sum }) => ({
        kind: 'movement-unclear' as const,
        companyId,
        userId: authorId,
        facts: {
          cardId,
          card: cardNumber.slice(-4),
          sumKopecks: sum,
          toCard: typeId === OPERATION_TYPE.topUp,
        },
        about: `operation:${id}`,
        now,
      })),
    ),
  );
}
