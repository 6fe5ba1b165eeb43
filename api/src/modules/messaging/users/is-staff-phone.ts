import { sql } from 'kysely';
import { getOnlyRow, type Db } from '../../../db/database.ts';

/** Returns whether a member of the staff signs in by this phone. */
export async function isStaffPhone(db: Db, phone: string): Promise<boolean> {
  const row = await getOnlyRow(
    db,
    sql<{ found: boolean }>`
      select exists (select from app_user where phone = ${phone} and is_staff) as found`,
  );
  return row.found;
}
