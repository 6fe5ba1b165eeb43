import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

/** Whether the programme has an owner: without one no one can enter /staff. */
export async function hasOwner(db: Db): Promise<boolean> {
  const row = await onlyRow(
    db,
    sql<{ found: boolean }>`select exists (select from app_user where staff_role = 'owner') as found`,
  );
  return row.found;
}
