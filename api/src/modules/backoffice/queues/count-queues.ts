import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import type { Queue } from '#contract/backoffice/queues.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import { countWaitingApprovals } from '../../identity/approvals/approvals.ts';
import { countRequestedPhones } from '../../identity/phone-changes/phone-changes.ts';
import type { Context } from '../../../context.ts';
import { countPaymentsInReview } from '../../money/bank/payment.ts';
import { countReturnsInReview } from '../../money/bank/returns/advance-returns.ts';
import { countMovementsInTransit } from '../../cards/commands/operations.ts';
import { UNCLEAR_AFTER_SECONDS } from '../../cards/commands/unclear-movement.ts';
import { countOpenDisputes } from '../../fuel/disputes/disputes.ts';
import { countShipmentsToSend } from '../../orders/shipments/shipments.ts';
import { countRequestedErasures } from '../personal-data/erasures.ts';
import { countCases } from '../cases/list-cases.ts';

/** Requests to approve or reject, and those whose networks would not issue. */
async function countRequests(db: Db): Promise<number> {
  return count(
    db,
    sql`select count(*) as count from card_request request
      where status_id = ${REQUEST_STATUS.created} or (status_id = ${REQUEST_STATUS.approved} and exists (
        select from card_request_item item where item.request_id = request.id and item.issue_refusal is not null))`,
  );
}

/** Documents that the operator of electronic documents has given up. */
async function countUndelivered(db: Db): Promise<number> {
  return count(db, sql`select count(*) as count from edm_message where state = 'failed'`);
}

/** Counts the differences found by the last check of the books. */
async function countDifferences(db: Db): Promise<number> {
  return count(
    db,
    sql`select coalesce((select differences from reconciliation_run order by id desc limit 1), 0) as count`,
  );
}

async function count(db: Db, query: ReturnType<typeof sql>): Promise<number> {
  return Number((await getOnlyRow(db, query as ReturnType<typeof sql<{ count: number }>>)).count);
}

/** Counts each queue. A new staff page with a queue needs a row here and in the contract. */
const COUNTS: Record<Queue, (ctx: Context) => Promise<number>> = {
  requests: (ctx) => countRequests(ctx.db.system),
  shipments: (ctx) => countShipmentsToSend(ctx.db.system),
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
  disputes: (ctx) => countOpenDisputes(ctx.db.system),
  matters: async (ctx) => {
    const totals = await countCases(ctx);
    return Object.values(totals).reduce((sum, total) => sum + total, 0);
  },
  edm: (ctx) => countUndelivered(ctx.db.system),
  reconciliation: (ctx) => countDifferences(ctx.db.system),
  approvals: (ctx) => countWaitingApprovals(ctx.db.system, ctx.clock.now()),
  phones: (ctx) => countRequestedPhones(ctx.db.system),
  erasures: (ctx) => countRequestedErasures(ctx.db.system),
};

/** Counts the waiting items of each staff page, one after another: at once they would take a dozen connections. */
export async function countQueues(ctx: Context): Promise<Record<Queue, number>> {
  const counts: Partial<Record<Queue, number>> = {};
  for (const queue of Object.keys(COUNTS) as Queue[]) counts[queue] = await COUNTS[queue](ctx);
  return counts as Record<Queue, number>;
}
