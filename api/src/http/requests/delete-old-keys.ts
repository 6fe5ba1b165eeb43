import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { deleteInBatches } from '../../db/delete-in-batches.ts';

/** Deletes the keys that were claimed before a moment, and returns how many. An index of their ages would slow every posting. */
export function deleteOldKeys(db: Db, before: Date): Promise<number> {
  return deleteInBatches(db, 'idempotent_request', sql`created_at < ${before}`);
}
