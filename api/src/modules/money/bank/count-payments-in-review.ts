import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

/**
 * How many payments that the bank took in before a moment wait for a person, also those whose purpose speaks of a refund. A day that is still to come counts as the
 * day on which the payment became known.
 */
export async function countPaymentsInReview(db: Db, before: Date): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from bank_payment
      where state in ('review', 'refund')
        and least(credited_on::timestamp at time zone 'Europe/Moscow', created_at) < ${before}`,
  );
  return count;
}
