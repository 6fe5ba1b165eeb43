import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

/** The company of a person who has a role there. */
export async function findCompanyOf(db: Db, userId: number): Promise<number | null> {
  const row = await onlyRow(
    db,
    sql<{ company_id: number | null }>`
      select case when role <> 'none' then company_id end as company_id from app_user where id = ${userId}`,
  );
  return row.company_id;
}
