import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { MOVEMENTS } from './closing/month-closing-store.ts';
import { endOfMonth, startOfMonth } from './closing/month-closing.ts';

export interface UnmadeDocuments {
  companyId: number;
  title: string;
  why: { overtakenBy: string } | { problem: string };
}

interface UnmadeRow {
  company_id: number;
  title: string;
  later: string | null;
  problem: string | null;
}

/** Returns the companies that have no documents although they had operations in the month, with the reason. */
export async function listUnmadeDocuments(db: Db, month: string): Promise<UnmadeDocuments[]> {
  const [start, end] = [startOfMonth(month), endOfMonth(month)];
  const found = await rows(
    db,
    sql<UnmadeRow>`
      select closing.company_id, company.title, case when closing.state = 'done' then later.month end as later,
        closing.problem
      from month_closing closing join company on company.id = closing.company_id
      left join lateral (
        select min(month) as month from month_closing later
        where later.company_id = closing.company_id and later.month > ${month} and later.state <> 'open'
      ) later on true
      where closing.month = ${month} and (
        closing.state <> 'done' and closing.problem is not null
        or closing.state = 'done' and closing.documents = 0 and later.month is not null and (
          exists (
            select from (${MOVEMENTS(sql`closing.company_id`)}) movement
            where movement.dated_at >= ${start} and movement.dated_at < ${end})
          or exists (
            select from card where card.company_id = closing.company_id
              and card.created_at >= ${start} and card.created_at < ${end})))
      order by closing.company_id`,
  );
  return found.map((row) => ({
    companyId: row.company_id,
    title: row.title,
    why: row.later === null ? { problem: row.problem ?? '' } : { overtakenBy: row.later },
  }));
}
