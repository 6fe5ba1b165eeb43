import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { doOnce, repeatable } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { CHANGE_ENDED } from '../../cards/cards/finish-block.ts';
import { hearLast } from '../../cards/commands/hear-last.ts';
import {
  answerOf,
  assertUnclear,
  changeSettled,
  tellWhatNetworkSaid,
  type StaffWord,
} from '../../cards/commands/staff-word.ts';
import { issueCards } from './issue-cards.ts';
import { isAwaited, issueOf } from './item.ts';
import { findItem } from './find-item.ts';
import { lockItemByRequest, markItemRefused, type ItemRecord } from './item-store.ts';

const NOT_EXECUTED = 'Сеть не выпустила карты';
const CARDS_COME_BY_THEMSELVES = 'Выпущенные карты сообщает сама сеть: отметить можно только неисполнение';

/**
 * Ends, by a person's decision, an order of cards whose outcome the network does not report, as if it had refused, so
 * that the request can be asked for again. The network is asked one last time first. Cards come from the network
 * only.
 */
export async function refuseItem(ctx: Context, itemId: number, word: StaffWord): Promise<void> {
  if (word.executed) throw fieldRefusal('executed', CARDS_COME_BY_THEMSELVES);
  await repeatable(ctx, word.requestKey, async () => {
    const item = await requireWaiting(ctx, itemId);
    const { networkRequestId, partnerId } = item;
    const answer = answerOf(word, NOT_EXECUTED);
    const heard = await hearLast(ctx, { partnerId, command: issueOf(item), answer });
    if (heard) {
      if (heard.state === 'done') await issueCards(ctx, networkRequestId, heard.cards ?? []);
      else await markItemRefused(ctx.db.system, { networkRequestId, reason: heard.reason });
      throw conflict(tellWhatNetworkSaid(heard));
    }
    await markRefusedOnce(ctx, item, word);
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
  word: StaffWord,
): Promise<void> {
  await ctx.db.inSystem((tx) =>
    doOnce(tx, word.requestKey, ctx.clock.now(), async () => {
      const item = await lockItemByRequest(tx, networkRequestId);
      if (!item || !isAwaited(item)) throw conflict(CHANGE_ENDED);
      await markItemRefused(tx, { networkRequestId, reason: NOT_EXECUTED });
      const details = { itemId, orderId, partnerId };
      await recordEvent(tx, { ...changeSettled(word, { companyId, details }), at: ctx.clock.now() });
      return null;
    }),
  );
}
