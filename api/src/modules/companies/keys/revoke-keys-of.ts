import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Closes every key of a company, and returns how many were open. */
export async function revokeKeysOf(
  tx: Db,
  { companyId, by, now }: { companyId: number; by: number; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update api_key set revoked_at = ${now}, revoked_by = ${by}
    where company_id = ${companyId} and revoked_at is null`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
