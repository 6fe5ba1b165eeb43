import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

const BATCH = 1000;

/** Deletes the devices on which nobody has signed in since a moment, and returns how many. */
export async function deleteOldDevices(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from known_device where id in (
        select id from known_device where seen_at < ${before} order by seen_at limit ${BATCH})`.execute(db);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}
