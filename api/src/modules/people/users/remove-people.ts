import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Removes all people from the company; returns their ids. */
export async function removePeople(tx: Db, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update app_user set company_id = null, role = 'none' where company_id = ${companyId} returning id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
