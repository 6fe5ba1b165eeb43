import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../context.ts';
import { NetworkUnavailable, type NetworkEvent } from '../../gateways/fuel-network/fuel-network.ts';
import { bookSales } from './book-sales.ts';
import { listUnknownEvents, moveFeed, noteFeedRead, readFeed } from './feed-store.ts';
import { finishAlone } from './finish-alone.ts';
import { finishOperation } from './finish-operation.ts';
import { hearOut } from './hear-out.ts';
import { keepIllegible } from './keep-illegible.ts';
import { findOperationByRequest } from './operation-store.ts';
import { retryOrphans } from './retry-orphans.ts';
import { keepable, type NetworkSaleEvent } from './sale-money.ts';
import { issueCards } from '../orders/issue-cards.ts';

const PAGE = 500;

/**
 * Reads a network's feed and books it: answers first, then sales, then what could not be booked before. Reading an
 * event twice changes nothing.
 */
export async function pollNetwork(ctx: Context, partnerId: PartnerId): Promise<void> {
  await readPages(ctx, partnerId);
  await retryOrphans(ctx, partnerId);
}

async function readPages(ctx: Context, partnerId: PartnerId): Promise<void> {
  const network = ctx.networkOf(partnerId);
  const begunAt = ctx.clock.now();
  const known = await readFeed(ctx.db.system, partnerId);
  let after = Math.max(0, known - network.feedOverlap);
  for (;;) {
    const page = await network.events(after, PAGE).catch((error: unknown) => {
      if (!(error instanceof NetworkUnavailable)) throw error;
      ctx.log.warn({ partnerId, problem: error.message }, 'the feed of a network could not be read');
      return null;
    });
    if (!page) return;
    await keepIllegible(ctx, partnerId, page.illegible);
    for (const event of page.events) {
      if (event.kind === 'answer') await finishAlone(ctx, event.requestId, () => applyAnswer(ctx, event));
    }
    await applySales(ctx, partnerId, page.events.filter((event) => event.kind !== 'answer').map(keepable));
    if (page.next > known) await moveFeed(ctx.db.system, partnerId, page.next);
    if (!page.more) return noteFeedRead(ctx.db.system, partnerId, begunAt);
    after = page.next;
  }
}

/** A period of a feed by date may contain more events than one transaction should. */
async function applySales(
  ctx: Context,
  partnerId: PartnerId,
  sales: readonly NetworkSaleEvent[],
): Promise<void> {
  for (let start = 0; start < sales.length; start += PAGE) {
    const some = sales.slice(start, start + PAGE);
    // The overlap is read again each time and must not make us ask the network again.
    const unknown = await listUnknownEvents(ctx.db.system, {
      partnerId,
      externalIds: some.map((sale) => sale.externalId),
    });
    await hearOut(
      ctx,
      partnerId,
      some.filter((sale) => unknown.has(sale.externalId)),
    );
    await bookSales(ctx, partnerId, some);
  }
}

type AnswerEvent = Extract<NetworkEvent, { kind: 'answer' }>;

async function applyAnswer(ctx: Context, event: AnswerEvent): Promise<void> {
  if (event.state === 'done' && event.cards) return issueCards(ctx, event.requestId, event.cards);
  const operation = await findOperationByRequest(ctx.db.system, event.requestId);
  if (!operation) return;
  await finishOperation(
    ctx,
    operation,
    event.state === 'done' ? { done: true } : { done: false, reason: event.reason },
  );
}
