import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Takes addresses and browsers out of all sessions of a person; that they end is another step. */
export async function eraseSessionsOf(tx: Db, userId: number): Promise<void> {
  await sql`update session set ip = null, user_agent = null where user_id = ${userId}`.execute(tx);
}
