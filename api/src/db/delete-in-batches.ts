import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

const BATCH = 1000;

/**
 * Deletes the rows of a table that fulfil a condition, some at a time, each time in a transaction of its own, so that nobody
 * waits for it long; returns how many went.
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
