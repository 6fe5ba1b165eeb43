import type { Context } from '../../../context.ts';
import { badRequest } from '../../../errors.ts';
import { batchCalls } from '../../../lib/batch-calls.ts';
import { memoizePerOwner } from '../../../lib/memoize-per-owner.ts';
import { awaitAnnounced } from '../../people/live/await-announced.ts';
import { listChangeStates, type ChangeEnd } from './card-change-store.ts';

/**
 * Waits a moment for the network to accept a card's change, so that the next driver at a pump finds it there. A
 * slower network is told later. Returns whether it has accepted. Throws 400 with its reason when it refused.
 */
export async function awaitSync(
  ctx: Context,
  asked: { changeId: number; patienceMs: number },
): Promise<boolean> {
  const { changeId: id, patienceMs } = asked;
  const look = () => stateReader(ctx)(id);
  await awaitAnnounced(
    ctx,
    { topic: 'choice-answered', id },
    { patienceMs, stillWaits: async () => (await look())?.state === 'waiting' },
  );
  const after = await look();
  if (after?.state === 'refused') throw badRequest(after.reason ?? 'Сеть отказала');
  return after?.state !== 'waiting';
}

/** Hundreds of cards may be changed together: their choices are looked at together. */
const stateReader = memoizePerOwner((ctx: Context) =>
  batchCalls(
    async (ids: number[]): Promise<(ChangeEnd | null)[]> => {
      const states = await listChangeStates(ctx.db.system, ids);
      return ids.map((id) => states.get(id) ?? null);
    },
    { atOnce: 1, most: 500 },
  ),
);
