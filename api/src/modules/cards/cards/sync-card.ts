import type { Context } from '../../../context.ts';
import { NetworkUnavailable } from '../../../gateways/fuel-network/fuel-network.ts';
import { faultOf, wordOf, type Heard } from '../commands/unclear-movement.ts';
import { commandOfChange, type CardChange } from './card-change.ts';
import { claimChange, postponeChange } from './card-change-store.ts';
import { finishChange } from './finish-change.ts';

/**
 * Longer than telling a network takes, a dozen or two calls of four seconds each at ОПТИ 24: whoever holds a claim for
 * longer has died.
 */
const CLAIM_SECONDS = 180;
const PATIENCE_SECONDS = [2, 5, 15, 60, 300, 900];

/**
 * Tells a network what was chosen for a card, oldest choice first and one at a time, so that a late message never
 * undoes a newer one. Each choice has its own request id in every attempt, so the network carries it out once.
 */
export async function syncCard(ctx: Context, cardId: number): Promise<void> {
  for (;;) {
    const now = ctx.clock.now();
    const change = await claimChange(ctx.db.system, { cardId, now, until: secondsLater(now, CLAIM_SECONDS) });
    if (!change) return;
    const heard = await tellNetwork(ctx, change);
    if (heard.state !== 'done' && heard.state !== 'refused') {
      const seconds = PATIENCE_SECONDS[Math.min(change.attempts, PATIENCE_SECONDS.length) - 1] ?? 0;
      const nextAttemptAt = secondsLater(now, seconds);
      await postponeChange(ctx.db.system, { id: change.id, nextAttemptAt, said: wordOf(heard), now });
      if (heard.state === 'fault') throw heard.error;
      return;
    }
    await finishChange(ctx, change, heard);
  }
}

async function tellNetwork(ctx: Context, change: CardChange): Promise<Heard> {
  try {
    return await ctx.networkOf(change.partnerId).send(commandOfChange(change));
  } catch (error) {
    if (!(error instanceof NetworkUnavailable)) return faultOf(error);
    ctx.log.warn({ changeId: change.id, partnerId: change.partnerId }, 'the network did not hear of a card');
    return { state: 'silent', problem: error.message };
  }
}

function secondsLater(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
