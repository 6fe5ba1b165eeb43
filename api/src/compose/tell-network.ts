import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../context.ts';
import { hastenChanges } from '../modules/cards/cards/hasten-changes.ts';
import { lookAfterCards } from '../modules/cards/cards/look-after-cards.ts';
import { lookAfterOperations } from '../modules/cards/commands/look-after-operations.ts';
import { hastenOperations } from '../modules/cards/commands/hasten-operations.ts';
import { hastenItems } from '../modules/orders/orders/hasten-items.ts';
import { lookAfterOrders } from '../modules/orders/orders/look-after-orders.ts';
import { dropHeldJobs } from '../queue/drop-held-jobs.ts';

/**
 * Does a network's job, unless the network is silent: then nothing is done, no attempt is counted, and the loops ask for
 * it again when it is due. Whoever ends a silence takes up at once what has waited for its end.
 */
export async function tellNetwork(
  ctx: Context,
  partnerId: PartnerId,
  work: () => Promise<void>,
): Promise<void> {
  const passage = await ctx.breakerOf(partnerId).through(work);
  if (passage === 'recovered') await takeUp(ctx, partnerId);
  if (passage === 'held') await dropHeldJobs(ctx, partnerId);
}

/** The pauses of what met with silence were meant for it; the network's own pace is kept by its lane. */
async function takeUp(ctx: Context, partnerId: PartnerId): Promise<void> {
  const now = ctx.clock.now();
  const { system } = ctx.db;
  await hastenOperations(system, { partnerId, now });
  await hastenChanges(system, { partnerId, now });
  await hastenItems(system, { partnerId, now });
  await lookAfterOperations(ctx);
  await lookAfterCards(ctx);
  await lookAfterOrders(ctx);
}
