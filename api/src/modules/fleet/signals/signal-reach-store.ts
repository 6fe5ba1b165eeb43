import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';

/**
 * Companies that have trucks, have rested since they were last looked at, and have bought fuel since; null: never looked at. A
 * look reads three months of a company, so the more cards it has, the longer it rests: 10 s and 0.2 s a card.
 */
export function listUnlooked(
  db: Db,
  { most, now }: { most: number; now: Date },
): Promise<{ company_id: number; looked_until: Date | null }[]> {
  return rows(
    db,
    sql<{ company_id: number; looked_until: Date | null }>`
      select fleet.company_id, reach.looked_until
      from (select distinct company_id from vehicle where removed_at is null) fleet
      left join fleet_signal_reach reach on reach.company_id = fleet.company_id
      where reach.looked_until is null or reach.looked_until + make_interval(secs => 10 + 0.2 * (
          select count(*) from card where card.company_id = fleet.company_id)) < ${now} and exists (
        select from operation where operation.company_id = fleet.company_id and operation.created_at >= reach.looked_until
      )
      order by reach.looked_until nulls first limit ${most}`,
  );
}

/** From where the look began. Where somebody has moved it meanwhile (`lookAgainSince`) it stays: the next look goes from there. */
export async function moveReach(
  tx: Db,
  scope: CompanyScope,
  { from, until }: { from: Date | null; until: Date },
): Promise<void> {
  await sql`
    insert into fleet_signal_reach as reach (company_id, looked_until) values (${scope.companyId}, ${until})
    on conflict (company_id) do update set looked_until = excluded.looked_until
    where reach.looked_until = ${from}::timestamptz`.execute(tx);
}
