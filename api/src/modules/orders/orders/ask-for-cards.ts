import type { Context } from '../../../context.ts';
import { NetworkUnavailable } from '../../../gateways/fuel-network/fuel-network.ts';
import { toFault, formatResponse, type NetworkResponse } from '../../cards/commands/unclear-movement.ts';
import { NOT_CONFIGURED } from '../../programme/partners/partners.ts';
import { issueCards } from './issue-cards.ts';
import { isAwaited, toIssueCommand, findItem } from './items.ts';
import { markItemAttempt, markItemRefused, recordItemResponse, type ItemRecord } from './item-store.ts';

/** Delays before the outcome of the cards is polled again. */
const RETRY_DELAYS_SECONDS = [15, 30, 60, 300, 900];

/**
 * Requests the cards of an approved request's item from a network. A later attempt first polls the outcome of the
 * command, and sends it again under the same id only if the network never received it. If the network can't be reached,
 * the item stays waiting. If it refuses or issues too few, the item waits for staff, with the reason. So does an item
 * that was never requested because this server has no settings of its network.
 */
export async function askForCards(ctx: Context, itemId: number): Promise<void> {
  const item = await findItem(ctx.db.system, itemId);
  if (!item || !isAwaited(item)) return;
  const { networkRequestId, partnerId } = item;
  if (!ctx.networkIds('sandbox').includes(partnerId) && item.attempts === 0) {
    const reason = `Сеть не подключена: ${NOT_CONFIGURED}`;
    return markItemRefused(ctx.db.system, { networkRequestId, reason });
  }
  const mayAsk = await markItemAttempt(ctx.db.system, {
    id: itemId,
    nextAttemptAt: nextAttemptAt(ctx, item),
  });
  if (!mayAsk) return;
  const response = await askNetwork(ctx, item);
  if (response.state === 'done') return issueCards(ctx, networkRequestId, response.cards ?? []);
  if (response.state === 'refused') {
    const { reason } = response;
    ctx.log.warn({ itemId, partnerId, reason }, 'the network refused to issue cards');
    return markItemRefused(ctx.db.system, { networkRequestId, reason });
  }
  await recordItemResponse(ctx.db.system, {
    networkRequestId,
    text: formatResponse(response),
    now: ctx.clock.now(),
  });
  if (response.state === 'fault') throw response.error;
}

async function askNetwork(ctx: Context, item: ItemRecord): Promise<NetworkResponse> {
  // Its settings were removed after the request. The outcome is unknown, so it is not refused automatically.
  if (!ctx.networkIds('sandbox').includes(item.partnerId))
    return { state: 'silent', problem: NOT_CONFIGURED };
  const network = ctx.getNetwork(item.partnerId);
  const requestId = item.networkRequestId;
  try {
    if (item.attempts > 0) {
      const known = await network.ask(requestId);
      if (known.state !== 'unknown') return known;
    }
    return await network.send(toIssueCommand(item));
  } catch (error) {
    if (!(error instanceof NetworkUnavailable)) return toFault(error);
    ctx.log.warn({ itemId: item.id, partnerId: item.partnerId }, 'the network did not answer');
    return { state: 'silent', problem: error.message };
  }
}

function nextAttemptAt(ctx: Context, item: ItemRecord): Date {
  const seconds = RETRY_DELAYS_SECONDS[Math.min(item.attempts, RETRY_DELAYS_SECONDS.length - 1)] ?? 900;
  return new Date(ctx.clock.now().getTime() + seconds * 1000);
}
