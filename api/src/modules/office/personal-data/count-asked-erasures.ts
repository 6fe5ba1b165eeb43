import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

/** How many people wait to be erased. */
export async function countAskedErasures(db: Db): Promise<number> {
  const row = await onlyRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from erasure_request where done_at is null`,
  );
  return row.count;
}
