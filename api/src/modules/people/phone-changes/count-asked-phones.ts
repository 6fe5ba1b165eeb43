import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

/** How many people with a lost phone nobody has looked at yet. */
export async function countAskedPhones(db: Db): Promise<number> {
  const row = await onlyRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from phone_change where state = 'asked'`,
  );
  return row.count;
}
