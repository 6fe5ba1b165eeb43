import { REQUEST_STATUS } from '#contract/ids.ts';
import type { Context } from '../../context.ts';
import { NetworkUnavailable, type NetworkAnswer } from '../../gateways/fuel-network/fuel-network.ts';
import { issueCards } from './issue-cards.ts';
import { findItem, markItemAttempt, markItemRefused, type ItemRecord } from './item-store.ts';

/** How long to wait for the cards before asking again what became of them. */
const PATIENCE_SECONDS = [15, 30, 60, 300, 900];

/**
 * Asks a network to issue the cards of an approved request's item. A later attempt first asks what became of the first,
 * and sends the same command again, under the same id, only where the network never heard of it. A network that can't
 * be reached leaves the item waiting; one that refuses, or issues too few, leaves it waiting for staff, with the reason.
 */
export async function askForCards(ctx: Context, itemId: number): Promise<void> {
  const item = await findItem(ctx.db.system, itemId);
  if (!item || !isAwaited(item)) return;
  await markItemAttempt(ctx.db.system, { id: itemId, nextAttemptAt: nextAttemptAt(ctx, item) });
  const answer = await askNetwork(ctx, item);
  if (answer?.state === 'done') await issueCards(ctx, item.networkRequestId, answer.cards ?? []);
  if (answer?.state === 'refused') {
    ctx.log.warn(
      { itemId, partnerId: item.partnerId, reason: answer.reason },
      'the network refused to issue cards',
    );
    await markItemRefused(ctx.db.system, { networkRequestId: item.networkRequestId, reason: answer.reason });
  }
}

function isAwaited(item: ItemRecord): boolean {
  return (
    item.orderStatusId === REQUEST_STATUS.approved && item.issuedAt === null && item.issueRefusal === null
  );
}

async function askNetwork(ctx: Context, item: ItemRecord): Promise<NetworkAnswer | null> {
  const network = ctx.networkOf(item.partnerId);
  const requestId = item.networkRequestId;
  try {
    if (item.attempts > 0) {
      const known = await network.ask(requestId);
      if (known.state !== 'unknown') return known;
    }
    return await network.send({
      kind: 'issue',
      requestId,
      // Of an order that the network has carried out in part, the rest.
      count: item.count - item.made,
      reference: String(item.orderId),
    });
  } catch (error) {
    if (!(error instanceof NetworkUnavailable)) throw error;
    ctx.log.warn({ itemId: item.id, partnerId: item.partnerId }, 'the network did not answer');
    return null;
  }
}

function nextAttemptAt(ctx: Context, item: ItemRecord): Date {
  const seconds = PATIENCE_SECONDS[Math.min(item.attempts, PATIENCE_SECONDS.length - 1)] ?? 900;
  return new Date(ctx.clock.now().getTime() + seconds * 1000);
}
