import { countWaitingApprovals } from '../../people/approvals/count-waiting-approvals.ts';
import { countAskedPhones } from '../../people/phone-changes/count-asked-phones.ts';
import type { Queue } from '#contract/queues.ts';
import type { Context } from '../../../context.ts';
import { countPaymentsInReview } from '../../money/bank/count-payments-in-review.ts';
import { countReturnsInReview } from '../../money/bank/count-returns-in-review.ts';
import { countMovementsInTransit } from '../../cards/commands/count-movements-in-transit.ts';
import { UNCLEAR_AFTER_SECONDS } from '../../cards/commands/unclear-movement.ts';
import { countAskedErasures } from '../personal-data/count-asked-erasures.ts';
import { listMatters } from '../matters/list-matters.ts';
import { countDifferences, countRequests, countUndelivered } from './queue-store.ts';

/** How each queue is counted; a new place of the staff with a queue is a row here and in the contract. */
const COUNTS: Record<Queue, (ctx: Context) => Promise<number>> = {
  requests: (ctx) => countRequests(ctx.db.system),
  payments: async (ctx) => {
    // Days that are still to come count as the day on which the payment became known.
    const end = new Date(ctx.clock.now().getTime() + 1);
    const db = ctx.db.system;
    return (await countPaymentsInReview(db, end)) + (await countReturnsInReview(db, end));
  },
  movements: (ctx) => {
    const askedBefore = new Date(ctx.clock.now().getTime() - UNCLEAR_AFTER_SECONDS * 1000);
    return countMovementsInTransit(ctx.db.system, askedBefore);
  },
  matters: async (ctx) => {
    const { totals } = await listMatters(ctx, undefined);
    return Object.values(totals).reduce((sum, one) => sum + one, 0);
  },
  edm: (ctx) => countUndelivered(ctx.db.system),
  reconciliation: (ctx) => countDifferences(ctx.db.system),
  approvals: (ctx) => countWaitingApprovals(ctx.db.system, ctx.clock.now()),
  phones: (ctx) => countAskedPhones(ctx.db.system),
  erasures: (ctx) => countAskedErasures(ctx.db.system),
};

/** How many wait at each place of the staff. */
export async function countQueues(ctx: Context): Promise<Record<Queue, number>> {
  const counted = await Promise.all(
    Object.entries(COUNTS).map(async ([queue, count]) => [queue, await count(ctx)] as const),
  );
  return Object.fromEntries(counted) as Record<Queue, number>;
}
