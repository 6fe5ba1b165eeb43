import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { MaintenanceRecord } from './maintenance.ts';

/** Works that have not begun yet, the first to begin first. */
export async function listAnnounced(db: Db, now: Date): Promise<MaintenanceRecord[]> {
  const { rows } = await sql<{ partner_id: number; message: string; starts_at: Date; ends_at: Date }>`
    select partner_id, message, starts_at, ends_at from maintenance
    where starts_at > ${now} and ends_at > ${now}
    order by starts_at, partner_id`.execute(db);
  return rows.map((row) => ({
    partnerId: row.partner_id,
    message: row.message,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }));
}
