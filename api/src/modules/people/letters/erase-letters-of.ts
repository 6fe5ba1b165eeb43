import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Deletes the letters to a person, with their addresses and links, and what letters he did not want. */
export async function eraseLettersOf(tx: Db, userId: number): Promise<void> {
  await sql`delete from letter where user_id = ${userId}`.execute(tx);
  await sql`delete from unwanted_letter where user_id = ${userId}`.execute(tx);
}
