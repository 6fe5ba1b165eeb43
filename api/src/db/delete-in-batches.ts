import { sql, type RawBuilder } from 'kysely';
import { getOnlyRow, type Db } from './database.ts';

/** Pages of a table in one piece, of 8 kB: some thousands of rows. */
const PAGES = 128;

/**
 * Deletes the rows of a table that match a condition, in pieces. Each piece has a transaction of its own, so that other
 * work never waits long. Returns how many were deleted.
 */
export function deleteInBatches(db: Db, table: string, condition: RawBuilder<unknown>): Promise<number> {
  return deletePageByPage(db, table, async (range) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${range} and ${condition}`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}

/**
 * Calls a deletion for each range of pages of a table and returns the sum of its answers. A range is a condition. No page
 * is read twice, so a night's work grows with what is stored and deleted, and no index has to name what is old. A search
 * for the next rows that match would pass those that are deleted already, again for each piece (decision 234).
 */
export async function deletePageByPage(
  db: Db,
  table: string,
  deleteIn: (range: RawBuilder<unknown>) => Promise<number>,
): Promise<number> {
  const { pages } = await getOnlyRow(
    db,
    sql<{ pages: number }>`
      select pg_relation_size(${table}::regclass) / current_setting('block_size')::int as pages`,
  );
  let deleted = 0;
  for (let page = 0; page < pages; page += PAGES)
    deleted += await deleteIn(sql`ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + PAGES},0)`}::tid`);
  return deleted;
}
