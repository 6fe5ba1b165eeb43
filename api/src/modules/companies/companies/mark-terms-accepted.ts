import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';

/** Which version of the framework agreement the company works by. */
export async function markTermsAccepted(
  tx: Db,
  scope: CompanyScope,
  accepted: { version: number; now: Date },
): Promise<void> {
  await sql`
    update company set terms_version = ${accepted.version}, terms_accepted_at = ${accepted.now}
    where id = ${scope.companyId}`.execute(tx);
}
