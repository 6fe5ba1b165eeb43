import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** Name and phone of whomever this is; null where nobody has the id. */
export function findPerson(
  db: Db,
  userId: number,
): Promise<{ phone: string; firstname: string | null; lastname: string | null } | null> {
  return firstRow(
    db,
    sql<{ phone: string; firstname: string | null; lastname: string | null }>`
      select phone, firstname, lastname from app_user where id = ${userId}`,
  );
}
