import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Another phone to sign in by; nobody else may have it. */
export async function setPhone(tx: Db, args: { userId: number; phone: string }): Promise<void> {
  await sql`update app_user set phone = ${args.phone} where id = ${args.userId}`.execute(tx);
}
