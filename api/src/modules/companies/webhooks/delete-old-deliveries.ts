import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';

/** Deletes the sendings before a moment that wait no longer, and returns how many. */
export function deleteOldDeliveries(db: Db, before: Date): Promise<number> {
  return deleteInBatches(db, 'webhook_delivery', sql`created_at < ${before} and state <> 'waiting'`);
}
