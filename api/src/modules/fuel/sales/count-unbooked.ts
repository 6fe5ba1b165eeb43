import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { onlyRow, type Db } from '../../../db/database.ts';

/**
 * How many sales of before a moment are neither booked nor closed. An unreadable record has no day and always counts;
 * a day that is still to come when it is told is no day of a sale. Moments are compared as the text that they are kept
 * as: a day that no calendar has could not be read.
 */
export async function countUnbooked(db: Db, before: Date): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from network_orphan
      where booked_at is null and closed_at is null and partner_id <> ${SANDBOX_NETWORK}
        and (coalesce(event ->> 'soldAt', '') collate "C" < ${before.toISOString()} or seen_at < ${before})`,
  );
  return count;
}
