import { sql } from 'kysely';
import { firstRow, type Db } from '../../db/database.ts';

export interface MaintenanceRecord {
  /** 0 for everything. */
  partnerId: number;
  message: string;
  startsAt: Date;
  endsAt: Date;
}

/** Current maintenance among these partners, that of everything (0) first. */
export async function findMaintenance(
  db: Db,
  args: { partnerIds: readonly number[]; now: Date },
): Promise<MaintenanceRecord | null> {
  const row = await firstRow(
    db,
    sql<{ partner_id: number; message: string; starts_at: Date; ends_at: Date }>`
      select partner_id, message, starts_at, ends_at from maintenance
      where partner_id = any(${args.partnerIds}::int[]) and starts_at <= ${args.now} and ends_at > ${args.now}
      order by partner_id limit 1`,
  );
  return (
    row && { partnerId: row.partner_id, message: row.message, startsAt: row.starts_at, endsAt: row.ends_at }
  );
}

/** Current maintenance by partner; 0 is everything. */
export async function listMaintenance(db: Db, now: Date): Promise<Map<number, string>> {
  const { rows } = await sql<{ partner_id: number; message: string }>`
    select partner_id, message from maintenance where starts_at <= ${now} and ends_at > ${now}`.execute(db);
  return new Map(rows.map((row) => [row.partner_id, row.message]));
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
