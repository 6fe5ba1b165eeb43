import type { Context } from '../../context.ts';
import { gather } from '../../lib/gather.ts';
import { madeOnce } from '../../lib/made-once.ts';
import { awaitAnnounced } from '../live/await-announced.ts';
import { listWaiting } from '../operations/operation-store.ts';

/**
 * Gives the network a moment to answer, so that most people see the money already moved. A network that takes longer
 * leaves the movement in progress: the card says so, and the answer follows by itself.
 */
export async function awaitNetwork(ctx: Context, operationId: number): Promise<void> {
  await awaitAnnounced(
    ctx,
    { topic: 'operation-ended', id: operationId },
    {
      patienceMs: ctx.config.networkPatienceMs,
      stillWaits: () => waitingLooker(ctx)(operationId),
    },
  );
}

const waitingLooker = madeOnce((ctx: Context) =>
  gather(
    async (ids: number[]) => {
      const waiting = await ctx.db.prepared((db) => listWaiting(db, ids));
      return ids.map((id) => waiting.has(id));
    },
    { atOnce: 1, most: 500 },
  ),
);
