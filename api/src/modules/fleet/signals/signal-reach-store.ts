import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';

/** Companies that have trucks, were last looked at before a moment, and have bought fuel since; null: never looked at. */
export function listUnlooked(
  db: Db,
  { most, before }: { most: number; before: Date },
): Promise<{ company_id: number; looked_until: Date | null }[]> {
  return rows(
    db,
    sql<{ company_id: number; looked_until: Date | null }>`
      select fleet.company_id, reach.looked_until
      from (select distinct company_id from vehicle where removed_at is null) fleet
      left join fleet_signal_reach reach on reach.company_id = fleet.company_id
      where reach.looked_until is null or reach.looked_until < ${before} and exists (
        select from operation where operation.company_id = fleet.company_id and operation.created_at > reach.looked_until
      )
      order by reach.looked_until nulls first limit ${most}`,
  );
}

export async function moveReach(tx: Db, scope: CompanyScope, until: Date): Promise<void> {
  await sql`
    insert into fleet_signal_reach (company_id, looked_until) values (${scope.companyId}, ${until})
    on conflict (company_id) do update set looked_until = excluded.looked_until`.execute(tx);
}
