import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

const BATCH = 1000;

/**
 * Deletes the rows of a table that match a condition, in batches. Each batch has a transaction of its own, so that
 * other work never waits long. Returns how many were deleted.
 */
export async function deleteInBatches(
  db: Db,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  for (let deleted = 0; ;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${BATCH}))`.execute(db);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}
