import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

const BATCH = 1000;

/** Deletes the messages that ended before a moment, and returns how many. */
export async function deleteOldSecuritySms(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from security_sms where id in (
        select id from security_sms where ended_at < ${before} order by ended_at limit ${BATCH})`.execute(db);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}
