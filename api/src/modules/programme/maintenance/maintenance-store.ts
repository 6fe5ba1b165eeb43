import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { MaintenanceRecord } from './maintenance.ts';

/** Works that are not over, by their beginning. */
export async function listUnfinished(
  db: Db,
  now: Date,
): Promise<(MaintenanceRecord & { title: string | null })[]> {
  const { rows } = await sql<MaintenanceRecord & { title: string | null }>`
    select maintenance.partner_id as "partnerId", message, starts_at as "startsAt", ends_at as "endsAt", partner.title
    from maintenance left join partner on partner.id = maintenance.partner_id
    where ends_at > ${now} order by starts_at, maintenance.partner_id`.execute(db);
  return rows;
}

/** Announces maintenance of a partner; a second announcement replaces the first. */
export async function putMaintenance(db: Db, record: MaintenanceRecord): Promise<void> {
  await sql`
    insert into maintenance (partner_id, message, starts_at, ends_at)
    values (${record.partnerId}, ${record.message}, ${record.startsAt}, ${record.endsAt})
    on conflict (partner_id) do update
      set message = excluded.message, starts_at = excluded.starts_at, ends_at = excluded.ends_at`.execute(db);
}

/** Ends maintenance of one partner, or of all if none is named. */
export async function deleteMaintenance(db: Db, partnerId: number | null): Promise<void> {
  await sql`delete from maintenance where ${partnerId}::int is null or partner_id = ${partnerId}`.execute(db);
}
