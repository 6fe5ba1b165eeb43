import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import {
  NetworkUnavailable,
  type NetworkAnswer,
  type NetworkCommand,
} from '../../gateways/fuel-network/fuel-network.ts';
import type { CardChange } from './card-change.ts';
import { claimChange, markChangeFinished, passBeforeOn, postponeChange } from './card-change-store.ts';
import { lockCardOfAnswer, unsetCardWithoutGoods, updateGoods, updateLimit } from './locked-card-store.ts';

/** Longer than any call to a network lasts: whoever holds a claim past it has died. */
const CLAIM_SECONDS = 30;
const PATIENCE_SECONDS = [2, 5, 15, 60, 300, 900];

/**
 * Tells a network what was chosen for a card, oldest choice first and one at a time, so that a late word never undoes a
 * newer one. Each choice goes out under a request id of its own, as often as it takes: the network takes it once.
 */
export async function syncCard(ctx: Context, cardId: number): Promise<void> {
  for (;;) {
    const now = ctx.clock.now();
    const change = await claimChange(ctx.db.system, { cardId, now, until: secondsLater(now, CLAIM_SECONDS) });
    if (!change) return;
    const answer = await tellNetwork(ctx, change);
    if (!answer || answer.state === 'accepted') {
      const seconds = PATIENCE_SECONDS[Math.min(change.attempts, PATIENCE_SECONDS.length) - 1] ?? 0;
      return postponeChange(ctx.db.system, { id: change.id, nextAttemptAt: secondsLater(now, seconds) });
    }
    await finishChange(ctx, change, answer);
  }
}

async function tellNetwork(ctx: Context, change: CardChange): Promise<NetworkAnswer | null> {
  try {
    return await ctx.networkOf(change.partnerId).send(commandOf(change));
  } catch (error) {
    if (!(error instanceof NetworkUnavailable)) throw error;
    ctx.log.warn({ changeId: change.id, partnerId: change.partnerId }, 'the network did not hear of a card');
    return null;
  }
}

function commandOf(change: CardChange): NetworkCommand {
  const { requestId, cardNumber } = change;
  return change.kind === 'goods'
    ? { kind: 'set-goods', requestId, cardNumber, goodsIds: change.wanted.goodsIds }
    : { kind: 'set-limit', requestId, cardNumber, limit: change.wanted };
}

async function finishChange(
  ctx: Context,
  change: CardChange,
  answer: Exclude<NetworkAnswer, { state: 'accepted' }>,
): Promise<void> {
  const refused = answer.state === 'refused';
  await ctx.db.inSystem(async (tx) => {
    await lockCardOfAnswer(tx, change.cardId);
    const finished = await markChangeFinished(tx, {
      id: change.id,
      state: answer.state,
      reason: refused ? answer.reason : null,
      now: ctx.clock.now(),
    });
    if (!finished || !refused || (await passBeforeOn(tx, change))) return;
    await restore(tx, change);
  });
  if (refused) ctx.log.warn({ changeId: change.id, reason: answer.reason }, 'the network refused a choice');
}

/** The card is again as the network knows it; one that this choice was to set up is not set up. */
async function restore(tx: Db, change: CardChange): Promise<void> {
  const { companyId, cardId } = change;
  if (change.kind === 'limit') return updateLimit(tx, { companyId, cardId, limit: change.before });
  await updateGoods(tx, { companyId, cardId, goodsIds: change.before.goodsIds });
  await unsetCardWithoutGoods(tx, cardId);
}

function secondsLater(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
