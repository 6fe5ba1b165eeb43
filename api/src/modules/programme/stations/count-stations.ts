import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

/** How many stations the list has. */
export async function countStations(db: Db): Promise<number> {
  const row = await onlyRow(db, sql<{ count: number }>`select count(*) as count from station`);
  return row.count;
}
