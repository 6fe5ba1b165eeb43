import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** Of a month that somebody has asked to close for a company. */
export function findClosing(db: Db, id: number) {
  return firstRow(
    db,
    sql<{ month: string; failed: boolean }>`
      select month, problem is not null and state <> 'done' as failed from month_closing where id = ${id}`,
  );
}
