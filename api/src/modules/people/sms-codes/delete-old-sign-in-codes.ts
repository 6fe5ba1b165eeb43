import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

const BATCH = 1000;

/**
 * Deletes the codes of sign-ins that were sent before a moment, and returns how many. Those of deeds are evidence: the
 * database keeps them.
 */
export async function deleteOldSignInCodes(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from sms_code where id in (
        select id from sms_code where purpose = 'sign-in' and sent_at < ${before} order by sent_at limit ${BATCH})`.execute(
      db,
    );
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}
