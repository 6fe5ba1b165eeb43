import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Deletes the invitations of a phone, and what its owner asked of companies. */
export async function eraseInvitationsOf(
  tx: Db,
  { userId, phone }: { userId: number; phone: string },
): Promise<void> {
  await sql`delete from invitation where phone = ${phone}`.execute(tx);
  await sql`delete from access_request where user_id = ${userId}`.execute(tx);
}
