import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

const BATCH = 1000;

/** Deletes the notices made before a moment, with their messages and events, and returns how many notices. */
export async function deleteOldNotices(db: Db, before: Date): Promise<number> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from notice_event where id in (
        select id from notice_event where told_at < ${before} order by told_at limit ${BATCH})`.execute(db);
    if (Number(numAffectedRows ?? 0) < BATCH) break;
  }
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from notice where id in (
        select id from notice where created_at < ${before} order by created_at limit ${BATCH})`.execute(db);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}
