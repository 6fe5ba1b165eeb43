import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { mattersOf, MOST_MATTERS, type Matter, type MatterRow } from '../../cards/commands/matter.ts';

/** A company's month whose papers could not be made. */
export interface FailedClosing extends Matter {
  month: string;
  problem: string;
}

export async function listFailedClosings(db: Db) {
  const found = await rows(
    db,
    sql<MatterRow & { month: string; problem: string }>`
      select closing.id, coalesce(closing.problem_at, closing.asked_at) as since, 0 as attempts, closing.month,
        closing.problem, null as partner_id, null as partner_title, company.id as company_id, company.inn,
        company.title as company_title, null as card_number, null as said, null as heard_at, count(*) over () as total
      from month_closing closing
      join company on company.id = closing.company_id
      where closing.problem is not null and closing.state <> 'done'
      order by since desc, closing.id desc limit ${MOST_MATTERS}`,
  );
  return mattersOf(found, ({ month, problem }) => ({ month, problem }));
}
