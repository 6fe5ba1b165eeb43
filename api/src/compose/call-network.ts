import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../context.ts';
import { hastenChanges } from '../modules/cards/cards/card-changes.ts';
import { retryCardSync } from '../modules/cards/cards/retry-card-sync.ts';
import { pollOperations } from '../modules/cards/commands/poll-operations.ts';
import { hastenOperations } from '../modules/cards/commands/operations.ts';
import { hastenItems } from '../modules/orders/orders/items.ts';
import { pollOrders } from '../modules/orders/orders/waiting-orders.ts';
import { dropSuspendedJobs } from '../queue/drop-suspended-jobs.ts';

/**
 * Runs a network's job unless the network is silent. In that case it does nothing and counts no attempt, and the loops
 * request the job again when it is due. The call that ends a silence immediately resumes the work that waited for its
 * end.
 */
export async function callNetwork(
  ctx: Context,
  partnerId: PartnerId,
  work: () => Promise<void>,
): Promise<void> {
  const passage = await ctx.getBreaker(partnerId).through(work);
  if (passage === 'recovered') await applyReports(ctx, partnerId);
  if (passage === 'held') await dropSuspendedJobs(ctx, partnerId);
}

/**
 * Resumes the waiting work at once, because its delays were meant for the silence only. The lane enforces the network's
 * own pace.
 */
async function applyReports(ctx: Context, partnerId: PartnerId): Promise<void> {
  const now = ctx.clock.now();
  const { system } = ctx.db;
  await hastenOperations(system, { partnerId, now });
  await hastenChanges(system, { partnerId, now });
  await hastenItems(system, { partnerId, now });
  await pollOperations(ctx);
  await retryCardSync(ctx);
  await pollOrders(ctx);
}
