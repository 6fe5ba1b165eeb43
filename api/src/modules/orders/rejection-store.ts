import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { firstRow, type Db } from '../../db/database.ts';

/** A request that its author has lost with his company. */
export interface Rejection {
  orderId: number;
  companyTitle: string;
  reason: string;
}

/** Of the last request of somebody who belongs to no company: null where there is none, or it was not rejected. */
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
