import type { Context } from '../../context.ts';
import { badRequest } from '../../errors.ts';
import { findChangeState } from './card-change-store.ts';

/**
 * Gives the network a moment to hear what was chosen for a card, so that the next driver at a pump finds it there.
 * A network that takes longer is told later. Answers whether it has heard. Throws 400 with its reason when it refused.
 */
export async function awaitSync(
  ctx: Context,
  asked: { cardId: number; changeId: number; patienceMs: number },
): Promise<boolean> {
  const told = ctx.settled.waitFor(
    // A later change of the same card has overtaken this one, or was told after it.
    (event) => event.cardId === asked.cardId && (event.changeId ?? 0) >= asked.changeId,
    asked.patienceMs,
  );
  const before = await findChangeState(ctx.db.system, asked.changeId);
  if (before?.state === 'waiting') await told;
  const after = await findChangeState(ctx.db.system, asked.changeId);
  if (after?.state === 'refused') throw badRequest(after.reason ?? 'Сеть отказала');
  return after?.state !== 'waiting';
}
