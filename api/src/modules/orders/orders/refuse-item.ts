import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { doOnce, repeatable } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { CHANGE_ENDED } from '../../cards/cards/finish-block.ts';
import { askNetworkOnceMore } from '../../cards/commands/operation-lifecycle.ts';
import {
  toFinalAnswer,
  assertUnclear,
  changeSettled,
  formatNetworkAnswer,
  type StaffDecision,
} from '../../cards/commands/staff-decision.ts';
import { issueCards } from './issue-cards.ts';
import { isAwaited, toIssueCommand, findItem, hasEnded } from './items.ts';
import { lockItemByRequest, markItemRefused, type ItemRecord } from './item-store.ts';
import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { reportLateOrder } from './waiting-orders.ts';

const NOT_EXECUTED = 'Сеть не выпустила карты';
const CARDS_REPORTED_BY_NETWORK = 'Выпущенные карты сообщает сама сеть: отметить можно только неисполнение';

/**
 * Ends, by a person's decision, an order of cards whose outcome the network does not report, as if it had refused, so
 * that the request can be asked for again. The network is asked one last time first. Cards come from the network
 * only.
 */
export async function refuseItem(ctx: Context, itemId: number, decision: StaffDecision): Promise<void> {
  if (decision.executed) throw fieldRefusal('executed', CARDS_REPORTED_BY_NETWORK);
  await repeatable(ctx, decision.requestKey, async () => {
    const item = await requireWaiting(ctx, itemId);
    const { networkRequestId, partnerId } = item;
    const answer = toFinalAnswer(decision, NOT_EXECUTED);
    const response = await askNetworkOnceMore(ctx, { partnerId, command: toIssueCommand(item), answer });
    if (response) {
      if (response.state === 'done') await issueCards(ctx, networkRequestId, response.cards ?? []);
      else await markItemRefused(ctx.db.system, { networkRequestId, reason: response.reason });
      throw conflict(formatNetworkAnswer(response));
    }
    await markRefusedOnce(ctx, item, decision);
  });
}

async function requireWaiting(ctx: Context, itemId: number): Promise<ItemRecord> {
  const item = await findItem(ctx.db.system, itemId);
  if (!item?.askedAt) throw notFound('Заказ карт не найден');
  if (!isAwaited(item)) throw conflict(CHANGE_ENDED);
  assertUnclear({ since: item.askedAt, attempts: item.attempts }, ctx.clock.now());
  return item;
}

async function markRefusedOnce(
  ctx: Context,
  { id: itemId, networkRequestId, companyId, orderId, partnerId }: ItemRecord,
  decision: StaffDecision,
): Promise<void> {
  await ctx.db.inSystem((tx) =>
    doOnce(tx, decision.requestKey, ctx.clock.now(), async () => {
      const item = await lockItemByRequest(tx, networkRequestId);
      if (!item || !isAwaited(item)) throw conflict(CHANGE_ENDED);
      await markItemRefused(tx, { networkRequestId, reason: NOT_EXECUTED });
      const details = { itemId, orderId, partnerId };
      await recordEvent(tx, { ...changeSettled(decision, { companyId, details }), at: ctx.clock.now() });
      return null;
    }),
  );
}

/** Applies a feed's answer to an order of cards. A refusal of an order that still waits is handled by its own job. */
export async function answerOrder(ctx: Context, item: ItemRecord, answer: FinalAnswer): Promise<void> {
  if (hasEnded(item)) return reportLateOrder(ctx, item, answer);
  if (answer.state === 'done' && answer.cards) await issueCards(ctx, item.networkRequestId, answer.cards);
}
