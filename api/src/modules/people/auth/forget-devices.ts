import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** None of a person's devices is known any more: his phone was lost or stolen, or goes to another person. */
export async function forgetDevices(tx: Db, userId: number): Promise<void> {
  await sql`delete from known_device where user_id = ${userId}`.execute(tx);
}
