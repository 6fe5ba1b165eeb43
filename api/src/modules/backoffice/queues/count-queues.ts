import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import type { Queue } from '#contract/backoffice/queues.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import { countWaitingApprovals } from '../../identity/approvals/approvals.ts';
import { countRequestedPhones } from '../../identity/phone-changes/phone-changes.ts';
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
const COUNTS: Record<Queue, (db: Db, now: Date) => Promise<number>> = {
  requests: countRequests,
  shipments: countShipmentsToSend,
  payments: async (db, now) => {
    // Days that are still to come count as the day on which the payment became known.
    const end = new Date(now.getTime() + 1);
    const [payments, returns] = await Promise.all([
      countPaymentsInReview(db, end),
      countReturnsInReview(db, end),
    ]);
    return payments + returns;
  },
  movements: (db, now) => countMovementsInTransit(db, new Date(now.getTime() - UNCLEAR_AFTER_SECONDS * 1000)),
  disputes: countOpenDisputes,
  matters: async (db, now) => {
    const totals = await countCases(db, now);
    return Object.values(totals).reduce((sum, total) => sum + total, 0);
  },
  edm: countUndelivered,
  reconciliation: countDifferences,
  approvals: countWaitingApprovals,
  phones: countRequestedPhones,
  erasures: countRequestedErasures,
};

/** Counts the waiting items of each staff page. */
export async function countQueues(db: Db, now: Date): Promise<Record<Queue, number>> {
  const queues = Object.keys(COUNTS) as Queue[];
  const counts = await Promise.all(queues.map(async (queue) => [queue, await COUNTS[queue](db, now)]));
  return Object.fromEntries(counts) as Record<Queue, number>;
}
