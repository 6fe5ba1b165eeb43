import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Current maintenance by partner; 0 is everything. */
export async function listMaintenance(db: Db, now: Date): Promise<Map<number, string>> {
  const { rows } = await sql<{ partner_id: number; message: string }>`
    select partner_id, message from maintenance where starts_at <= ${now} and ends_at > ${now}`.execute(db);
  return new Map(rows.map((row) => [row.partner_id, row.message]));
}
