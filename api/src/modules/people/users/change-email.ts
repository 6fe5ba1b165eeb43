import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Another address, which nobody has confirmed. The same one stays as it is. */
export async function changeEmail(tx: Db, args: { userId: number; email: string }): Promise<void> {
  await sql`
    update app_user set email = ${args.email}, email_confirmed_at = null
    where id = ${args.userId} and email is distinct from ${args.email}`.execute(tx);
}
