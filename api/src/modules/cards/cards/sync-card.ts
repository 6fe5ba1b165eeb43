import type { Context } from '../../../context.ts';
import { NetworkUnavailable } from '../../../gateways/fuel-network/fuel-network.ts';
import { toFault, formatResponse, type NetworkResponse } from '../commands/unclear-movement.ts';
import { commandOfChange, type CardChange } from './card-change.ts';
import { claimChange, postponeChange, listChangeStates, type ChangeEnd } from './card-changes.ts';
import { finishChange } from './finish-change.ts';
import { badRequest } from '../../../errors.ts';
import { batchCalls } from '../../../lib/turns/batch-calls.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { waitForAnnouncement } from '../../messaging/live/wait-for-announcement.ts';

/**
 * Longer than a delivery to a network takes: at ОПТИ 24, a dozen or two calls of four seconds each. A process with a
 * claim older than this has died.
 */
const CLAIM_SECONDS = 180;
const RETRY_DELAYS_SECONDS = [2, 5, 15, 60, 300, 900];

/**
 * Sends the choices for a card to its network, oldest first and one at a time, so that a late message never undoes a
 * newer one. Each choice has its own request id in every attempt, so the network carries it out once.
 */
export async function syncCard(ctx: Context, cardId: number): Promise<void> {
  for (;;) {
    const now = ctx.clock.now();
    const change = await claimChange(ctx.db.system, { cardId, now, until: secondsLater(now, CLAIM_SECONDS) });
    if (!change) return;
    const response = await sendToNetwork(ctx, change);
    if (response.state !== 'done' && response.state !== 'refused') {
      const seconds = RETRY_DELAYS_SECONDS[Math.min(change.attempts, RETRY_DELAYS_SECONDS.length) - 1] ?? 0;
      const nextAttemptAt = secondsLater(now, seconds);
      await postponeChange(ctx.db.system, {
        id: change.id,
        nextAttemptAt,
        text: formatResponse(response),
        now,
      });
      if (response.state === 'fault') throw response.error;
      return;
    }
    await finishChange(ctx, change, response);
  }
}

async function sendToNetwork(ctx: Context, change: CardChange): Promise<NetworkResponse> {
  try {
    return await ctx.getNetwork(change.partnerId).send(commandOfChange(change));
  } catch (error) {
    if (!(error instanceof NetworkUnavailable)) return toFault(error);
    ctx.log.warn({ changeId: change.id, partnerId: change.partnerId }, 'the network did not hear of a card');
    return { state: 'silent', problem: error.message };
  }
}

function secondsLater(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

/**
 * Waits a moment for the network to accept a card's change, so that the next driver at a pump finds it there. A slower
 * network gets the change later. Returns whether the network has accepted. Throws 400 with the network's reason when
 * it has refused.
 */
export async function awaitSync(
  ctx: Context,
  args: { changeId: number; timeoutMs: number },
): Promise<boolean> {
  const { changeId: id, timeoutMs } = args;
  const readState = () => stateReader(ctx)(id);
  await waitForAnnouncement(
    ctx,
    { topic: 'choice-answered', id },
    { timeoutMs, stillWaits: async () => (await readState())?.state === 'waiting' },
  );
  const after = await readState();
  if (after?.state === 'refused') throw badRequest(after.reason ?? 'Сеть отказала');
  return after?.state !== 'waiting';
}

/** Hundreds of cards may be changed together, so their choices are read together. */
const stateReader = memoizePerOwner((ctx: Context) =>
  batchCalls(
    async (ids: number[]): Promise<(ChangeEnd | null)[]> => {
      const states = await listChangeStates(ctx.db.system, ids);
      return ids.map((id) => states.get(id) ?? null);
    },
    { maxConcurrent: 1, maxBatch: 500 },
  ),
);
