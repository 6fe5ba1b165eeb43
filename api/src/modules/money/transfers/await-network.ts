import type { Context } from '../../../context.ts';
import { batchCalls } from '../../../lib/turns/batch-calls.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { waitForAnnouncement } from '../../messaging/live/wait-for-announcement.ts';
import { listWaiting } from '../../cards/commands/operations.ts';

/**
 * Waits a moment for the network's answer, so that most users see the money moved at once. With a slower network the
 * movement stays in progress: the card shows this, and the answer follows.
 */
export async function awaitNetwork(ctx: Context, operationId: number): Promise<void> {
  await waitForAnnouncement(
    ctx,
    { topic: 'operation-ended', id: operationId },
    {
      timeoutMs: ctx.config.networkTimeoutMs,
      stillWaits: () => waitingLooker(ctx)(operationId),
    },
  );
}

const waitingLooker = memoizePerOwner((ctx: Context) =>
  batchCalls(
    async (ids: number[]) => {
      const waiting = await ctx.db.prepared((db) => listWaiting(db, ids));
      return ids.map((id) => waiting.has(id));
    },
    { maxConcurrent: 1, maxBatch: 500 },
  ),
);
