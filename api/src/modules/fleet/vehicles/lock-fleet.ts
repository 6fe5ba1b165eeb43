import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';

/**
 * Returns the ids of the company's trucks by their plates. Another transaction that changes the fleet waits until this
 * one ends.
 */
export async function lockFleet(tx: Db, scope: CompanyScope): Promise<Map<string, number>> {
  await sql`select pg_advisory_xact_lock(hashtext('fleet-of-company'), hashtext(${String(scope.companyId)}))`.execute(
    tx,
  );
  const found = await rows(
    tx,
    sql<{ id: number; plate: string }>`
      select id, plate from vehicle where company_id = ${scope.companyId} and removed_at is null`,
  );
  return new Map(found.map(({ id, plate }) => [plate, id]));
}
