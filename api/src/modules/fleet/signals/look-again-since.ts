import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';

/** A filling is looked at again when more is known of what was around it. */
const AROUND_MINUTES = 30;

/** Something new is known of the time since a moment: the company's fillings since then are looked at once more. */
export async function lookAgainSince(tx: Db, scope: CompanyScope, since: Date): Promise<void> {
  await sql`
    update fleet_signal_reach set looked_until = least(looked_until, ${since}::timestamptz - make_interval(mins => ${AROUND_MINUTES}))
    where company_id = ${scope.companyId}`.execute(tx);
}
