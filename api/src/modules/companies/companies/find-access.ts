import type { AccessState } from '#contract/colleagues.ts';
import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

export interface ClosedCompany {
  companyId: number;
  /** Nothing asked, waiting for the client's admin, or declined. */
  access: AccessState;
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
