import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { NetworkUnavailable, type NetworkEvent } from '../../../gateways/fuel-network/fuel-network.ts';
import { applySales } from '../sales/apply-sales.ts';
import { moveFeed, recordFeedRead, readFeed } from '../sales/feeds.ts';
import { finishInOwnTransaction } from '../../cards/commands/operation-lifecycle.ts';
import { storeUnreadable } from '../sales/unreadable-sales.ts';
import { retryUnmatchedSales } from '../sales/retry-unmatched-sales.ts';
import { findChangeByRequest } from '../../cards/cards/card-changes.ts';
import { reportLateChoice } from '../../cards/cards/unclear-choices.ts';
import { answerOrder } from '../../orders/orders/refuse-item.ts';
import { findItemByRequest } from '../../orders/orders/items.ts';
import { toAnswerOutcome, reportContradiction } from '../../cards/commands/contradictions.ts';
import { finishOperation } from '../settlement/carry-out-operation.ts';
import { findOperationByRequest } from '../../cards/commands/operations.ts';

const PAGE = 500;

/**
 * Reads a network's feed and books it: answers first, then sales, then what could not be booked before. Reading an
 * event twice changes nothing.
 */
export async function pollNetwork(ctx: Context, partnerId: PartnerId): Promise<void> {
  await readPages(ctx, partnerId);
  await retryUnmatchedSales(ctx, partnerId);
}

async function readPages(ctx: Context, partnerId: PartnerId): Promise<void> {
  const network = ctx.getNetwork(partnerId);
  const startedAt = ctx.clock.now();
  const known = await readFeed(ctx.db.system, partnerId);
  let after = Math.max(0, known - network.feedOverlap);
  for (;;) {
    const page = await network.events(after, PAGE).catch((error: unknown) => {
      if (!(error instanceof NetworkUnavailable)) throw error;
      ctx.log.warn({ partnerId, problem: error.message }, 'the feed of a network could not be read');
      return null;
    });
    if (!page) return;
    await storeUnreadable(ctx, partnerId, page.unreadable);
    for (const event of page.events) {
      if (event.kind === 'answer')
        await finishInOwnTransaction(ctx, event.requestId, () => applyAnswer(ctx, partnerId, event));
    }
    await applySales(ctx, partnerId, page.events);
    if (page.next > known) await moveFeed(ctx.db.system, partnerId, page.next);
    if (!page.more) return recordFeedRead(ctx.db.system, partnerId, startedAt);
    after = page.next;
  }
}

type AnswerEvent = Extract<NetworkEvent, { kind: 'answer' }>;

/** Books the answer of a network's feed to its command. An answer to no command of ours is reported to staff. */
async function applyAnswer(ctx: Context, partnerId: PartnerId, event: AnswerEvent): Promise<void> {
  const db = ctx.db.system;
  const { requestId } = event;
  const operation = await findOperationByRequest(db, requestId);
  if (operation?.partnerId === partnerId)
    return finishOperation(
      ctx,
      operation,
      event.state === 'done' ? { done: true } : { done: false, reason: event.reason },
    );
  const item = await findItemByRequest(db, requestId);
  if (item?.partnerId === partnerId) return answerOrder(ctx, item, event);
  const choice = await findChangeByRequest(db, requestId);
  if (choice?.partnerId === partnerId) return reportLateChoice(ctx, choice, event);
  await reportContradiction(ctx, {
    kind: 'stray',
    partnerId,
    subject: requestId,
    companyId: null,
    cardNumber: null,
    ours: null,
    word: toAnswerOutcome(event),
  });
}
