import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Deletes the messages about a person's access. */
export async function eraseSecuritySmsOf(tx: Db, userId: number): Promise<void> {
  await sql`delete from security_sms where user_id = ${userId}`.execute(tx);
}
