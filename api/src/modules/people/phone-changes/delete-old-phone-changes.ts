import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Deletes what was asked about another phone and ended before a moment; returns how many. Staff decide few a day. */
export async function deleteOldPhoneChanges(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from phone_change where ended_at < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
