import { sql } from 'kysely';
import { getOnlyRow, type Db } from '../../db/database.ts';

/** Pages of the table, of 8 kB: some thousands of keys. */
const PAGES = 500;

/**
 * Deletes the keys that were claimed before a moment, and returns how many. An index of their ages would slow every
 * posting. Reading the table a range of pages at a time, once a night, needs none.
 */
export async function deleteOldKeys(db: Db, before: Date): Promise<number> {
  const { pages } = await getOnlyRow(
    db,
    sql<{ pages: number }>`
      select pg_relation_size('idempotent_request') / current_setting('block_size')::int as pages`,
  );
  let deleted = 0;
  for (let page = 0; page < pages; page += PAGES) {
    const { numAffectedRows } = await sql`
      delete from idempotent_request
      where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + PAGES},0)`}::tid and created_at < ${before}`.execute(
      db,
    );
    deleted += Number(numAffectedRows ?? 0);
  }
  return deleted;
}
