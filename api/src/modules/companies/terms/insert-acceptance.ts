import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { markTermsAccepted } from '../companies/mark-terms-accepted.ts';

/** The evidence of an acceptance, and the company's state by it. */
export async function insertAcceptance(
  tx: Db,
  scope: CompanyScope,
  acceptance: { version: number; sha256: string; userId: number; ip: string; userAgent: string; now: Date },
): Promise<void> {
  await sql`
    insert into terms_acceptance (company_id, version, sha256, user_id, ip, user_agent, accepted_at)
    values (${scope.companyId}, ${acceptance.version}, ${acceptance.sha256}, ${acceptance.userId}, ${acceptance.ip},
      ${acceptance.userAgent}, ${acceptance.now})`.execute(tx);
  await markTermsAccepted(tx, scope, acceptance);
}
