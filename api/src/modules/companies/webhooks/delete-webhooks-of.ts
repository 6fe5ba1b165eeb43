import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Sends nothing of a company's to anybody any more. */
export async function deleteWebhooksOf(tx: Db, companyId: number): Promise<void> {
  await sql`delete from webhook where company_id = ${companyId}`.execute(tx);
}
