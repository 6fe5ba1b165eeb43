import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

/** How many payments to clients that the bank made before a moment wait for a person: as `countPaymentsInReview`. */
export async function countReturnsInReview(db: Db, before: Date): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from advance_return
      where state = 'review'
        and least(debited_on::timestamp at time zone 'Europe/Moscow', created_at) < ${before}`,
  );
  return count;
}
