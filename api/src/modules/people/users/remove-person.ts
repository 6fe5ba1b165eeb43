import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Takes a person out of his company. */
export async function removePerson(tx: Db, userId: number): Promise<void> {
  await sql`update app_user set company_id = null, role = 'none' where id = ${userId}`.execute(tx);
}
