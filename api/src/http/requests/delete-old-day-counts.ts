import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { deleteInBatches } from '../../db/delete-in-batches.ts';

/** Deletes the counts of days before a moment's, and returns how many. Each company has a few a day. */
export function deleteOldDayCounts(db: Db, before: Date): Promise<number> {
  const day = sql`(${before}::timestamptz at time zone 'Europe/Moscow')::date`;
  return deleteInBatches(db, 'day_count', sql`day < ${day}`);
}
