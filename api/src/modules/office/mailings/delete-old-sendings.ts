import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';

/** Deletes sendings that have ended before a moment, and the links of letters that old; returns how many went. */
export async function deleteOldSendings(db: Db, before: Date): Promise<number> {
  const links = await deleteInBatches(db, 'mailing_link', sql`made_at < ${before}`);
  const ended = sql`created_at < ${before} and state <> 'waiting'`;
  return links + (await deleteInBatches(db, 'mailing_sending', ended));
}
