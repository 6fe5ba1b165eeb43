import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

const BATCH = 1000;

/** Deletes where trucks were before a moment, and returns how many places. */
export async function deleteOldPositions(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from vehicle_position where (company_id, vehicle_id, at) in (
        select company_id, vehicle_id, at from vehicle_position where at < ${before} order by at limit ${BATCH})`.execute(
      db,
    );
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}
