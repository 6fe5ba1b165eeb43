import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';

/** Deletes the notes of nightly readings before a moment, and returns how many. */
export function deleteOldLateReadings(db: Db, before: Date): Promise<number> {
  return deleteInBatches(db, 'late_reading', sql`read_at < ${before}`);
}
