import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { NetworkEvent } from '../../../gateways/fuel-network/fuel-network.ts';
import { bookSales, askAboutPendingMovements } from './book-sales.ts';
import { listUnknownEvents } from './feeds.ts';
import { toStorable, type NetworkSaleEvent } from './sale-money.ts';

/** A period of a feed by date may contain more events than one transaction should. */
const BATCH_SIZE = 500;

/** Books the sales and refunds among the events of a feed. */
export async function applySales(
  ctx: Context,
  partnerId: PartnerId,
  events: readonly NetworkEvent[],
): Promise<void> {
  const sales = events.flatMap((event) => (event.kind === 'answer' ? [] : [toStorable(event)]));
  for (let start = 0; start < sales.length; start += BATCH_SIZE)
    await applyBatch(ctx, partnerId, sales.slice(start, start + BATCH_SIZE));
}

async function applyBatch(
  ctx: Context,
  partnerId: PartnerId,
  sales: readonly NetworkSaleEvent[],
): Promise<void> {
  // The overlap is read again each time and must not make us ask the network again.
  const unknown = await listUnknownEvents(ctx.db.system, {
    partnerId,
    externalIds: sales.map((sale) => sale.externalId),
  });
  const { feedByDate } = ctx.getNetwork(partnerId);
  // A list by date also has records that are worth nothing. A known sale that has become worth nothing is news.
  const some = sales.filter((sale) => sale.sumKopecks > 0 || !feedByDate || !unknown.has(sale.externalId));
  await askAboutPendingMovements(
    ctx,
    partnerId,
    some.filter((sale) => unknown.has(sale.externalId)),
  );
  await bookSales(ctx, partnerId, some);
}
