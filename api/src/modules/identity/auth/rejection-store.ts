import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { firstRow, type Db } from '../../../db/database.ts';

/** A rejected first request, whose author has left the company with it. */
export interface Rejection {
  orderId: number;
  companyTitle: string;
  reason: string;
}

/**
 * The rejection of the last request of a person without a company; null when there is none, or it was not rejected.
 */
export async function findLastRejection(db: Db, authorId: number): Promise<Rejection | null> {
  const row = await firstRow(
    db,
    sql<{ id: number; title: string; reject_reason: string }>`
      select last.id, company.title, last.reject_reason
      from (select * from card_request where author_id = ${authorId} order by id desc limit 1) last
      join company on company.id = last.company_id
      where last.status_id = ${REQUEST_STATUS.rejected} and last.reject_reason is not null`,
  );
  return row && { orderId: row.id, companyTitle: row.title, reason: row.reject_reason };
}
