import type { Context } from '../../../context.ts';
import { coverShortfall } from './cover-shortfall.ts';
import { listCoverableCards } from './sales.ts';

const BATCH_SIZE = 200;

/** Lets the money that has come to cards pay for their earlier fuel. One that cannot be covered does not hold up the others. */
export async function coverShortfalls(ctx: Context): Promise<void> {
  for (const card of await listCoverableCards(ctx.db.system, BATCH_SIZE)) {
    await coverShortfall(ctx, card).catch((error: unknown) =>
      ctx.log.error({ err: error, cardId: card.id }, 'the shortfall of a card can’t be covered'),
    );
  }
}
