import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Deletes the codes that a phone got at sign-ins. Those of deeds are evidence: the database keeps them. */
export async function eraseSignInCodesOf(tx: Db, phone: string): Promise<void> {
  await sql`delete from sms_code where phone = ${phone} and purpose = 'sign-in'`.execute(tx);
}
