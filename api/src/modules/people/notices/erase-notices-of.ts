import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Deletes what a person was told and has chosen, and what others were told of him. */
export async function eraseNoticesOf(tx: Db, userId: number): Promise<void> {
  await sql`delete from notice where user_id = ${userId} or of_user_id = ${userId}`.execute(tx);
  await sql`delete from notice_event where user_id = ${userId}`.execute(tx);
  await sql`delete from notice_lane where user_id = ${userId}`.execute(tx);
  await sql`delete from notice_choice where user_id = ${userId}`.execute(tx);
  await sql`delete from notice_hours where user_id = ${userId}`.execute(tx);
}
