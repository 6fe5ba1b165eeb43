import type { Context } from '../../context.ts';
import { badRequest } from '../../errors.ts';
import { awaitAnnounced } from '../live/await-announced.ts';
import { findChangeState } from './card-change-store.ts';

/**
 * Gives the network a moment to hear what was chosen for a card, so that the next driver at a pump finds it there.
 * A network that takes longer is told later. Answers whether it has heard. Throws 400 with its reason when it refused.
 */
export async function awaitSync(
  ctx: Context,
  asked: { changeId: number; patienceMs: number },
): Promise<boolean> {
  const { changeId: id, patienceMs } = asked;
  const look = () => findChangeState(ctx.db.system, id);
  await awaitAnnounced(
    ctx,
    { topic: 'choice-answered', id },
    { patienceMs, stillWaits: async () => (await look())?.state === 'waiting' },
  );
  const after = await look();
  if (after?.state === 'refused') throw badRequest(after.reason ?? 'Сеть отказала');
  return after?.state !== 'waiting';
}
