import { sql } from 'kysely';
import type { EDM_STATES } from '#contract/papers/edm.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';

/** State of a company's connection to electronic document exchange. */
export type EdmState = (typeof EDM_STATES)[number];

export async function findEdmState(db: Db, scope: CompanyScope): Promise<EdmState> {
  const row = await getOnlyRow(
    db,
    sql<{ edm_state: EdmState }>`select edm_state from company where id = ${scope.companyId}`,
  );
  return row.edm_state;
}

/** Works as `findEdmState`, and adds the reason of a failure, and the operator if it differs from ours. */
export function readEdmStanding(
  db: Db,
  scope: CompanyScope,
): Promise<{ state: EdmState; reason: string | null; roaming: string | null }> {
  return getOnlyRow(
    db,
    sql<{ state: EdmState; reason: string | null; roaming: string | null }>`
      select company.edm_state as state, connection.reason,
        case when connection.roaming then connection.participant_id end as roaming
      from company left join edm_connection connection on connection.company_id = company.id
      where company.id = ${scope.companyId}`,
  );
}
