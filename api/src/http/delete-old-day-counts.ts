import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Deletes the counts of days before a moment's, and returns how many. Each company has a few a day. */
export async function deleteOldDayCounts(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from day_count where day < (${before}::timestamptz at time zone 'Europe/Moscow')::date`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
