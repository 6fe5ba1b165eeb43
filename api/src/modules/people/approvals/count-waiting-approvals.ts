import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

/** How many proposals wait for a second person. */
export async function countWaitingApprovals(db: Db, now: Date): Promise<number> {
  const row = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from approval where state = 'waiting' and expires_at > ${now}`,
  );
  return row.count;
}
