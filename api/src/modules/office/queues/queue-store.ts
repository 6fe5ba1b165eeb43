import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { onlyRow, type Db } from '../../../db/database.ts';

/** Requests to approve or reject, and those whose networks would not issue. */
export async function countRequests(db: Db): Promise<number> {
  return count(
    db,
    sql`select count(*) as count from card_request request
      where status_id = ${REQUEST_STATUS.created} or (status_id = ${REQUEST_STATUS.approved} and exists (
        select from card_request_item item where item.request_id = request.id and item.issue_refusal is not null))`,
  );
}

/** Documents that the operator of electronic documents has given up. */
export async function countUndelivered(db: Db): Promise<number> {
  return count(db, sql`select count(*) as count from edm_message where state = 'failed'`);
}

/** What the last look through the books has found. */
export async function countDifferences(db: Db): Promise<number> {
  return count(
    db,
    sql`select coalesce((select differences from reconciliation_run order by id desc limit 1), 0) as count`,
  );
}

async function count(db: Db, query: ReturnType<typeof sql>): Promise<number> {
  return Number((await onlyRow(db, query as ReturnType<typeof sql<{ count: number }>>)).count);
}
