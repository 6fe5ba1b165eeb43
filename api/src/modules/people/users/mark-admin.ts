import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Makes a person the admin of a company. */
export async function markAdmin(tx: Db, args: { userId: number; companyId: number }): Promise<void> {
  await sql`update app_user set company_id = ${args.companyId}, role = 'admin' where id = ${args.userId}`.execute(
    tx,
  );
}
