import type { Context } from '../../context.ts';
import { badRequest } from '../../errors.ts';
import { awaitAnnounced } from '../live/await-announced.ts';
import { findChangeState } from './card-change-store.ts';

/**
 * Waits a moment for the network to accept a card's change, so that the next driver at a pump finds it there. A
 * slower network is told later. Returns whether it has accepted. Throws 400 with its reason when it refused.
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
