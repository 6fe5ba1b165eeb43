import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Deletes what was asked about other phones of a person. */
export async function erasePhoneChangesOf(tx: Db, userId: number): Promise<void> {
  await sql`delete from phone_change where user_id = ${userId}`.execute(tx);
}
