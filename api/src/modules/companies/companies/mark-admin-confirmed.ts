import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** From now on the company's first admin may do everything. False: he might before. */
export async function markAdminConfirmed(tx: Db, companyId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update company set admin_unconfirmed = false where id = ${companyId} and admin_unconfirmed returning id`,
  );
  return row !== null;
}
