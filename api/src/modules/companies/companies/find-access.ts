import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** How a stranger stands to a client: nothing asked, waiting for its admin, or declined. */
export type Access = 'closed' | 'asked' | 'declined';

export interface ClosedCompany {
  companyId: number;
  access: Access;
}

/** The client with this INN, and what this person has asked of it; null where the INN is no client's. */
export async function findAccess(
  db: Db,
  { inn, userId }: { inn: string; userId: number },
): Promise<ClosedCompany | null> {
  return firstRow(
    db,
    sql<ClosedCompany>`
      select company.id as "companyId",
        case when request.id is null then 'closed' when request.declined_at is null then 'asked' else 'declined' end as access
      from company left join access_request request on request.company_id = company.id and request.user_id = ${userId}
      where company.inn = ${inn} and company.client_since is not null`,
  );
}
