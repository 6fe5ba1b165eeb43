import { sql } from 'kysely';
import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';

export interface MaintenanceRecord {
  /** 0 for everything. */
  partnerId: number;
  message: string;
  startsAt: Date;
  endsAt: Date;
}

export interface CurrentMaintenance extends MaintenanceRecord {
  /** Maintenance of the other networks, or of everything if empty. */
  others: MaintenanceRecord[];
}

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

/** Current maintenance among these partners, that of everything (0) first, then that of the lowest partner id. */
export async function findMaintenance(
  db: Db,
  args: { partnerIds: readonly number[]; now: Date },
): Promise<CurrentMaintenance | null> {
  const { rows } = await sql<{ partner_id: number; message: string; starts_at: Date; ends_at: Date }>`
    select partner_id, message, starts_at, ends_at from maintenance
    where partner_id = any(${args.partnerIds}::int[]) and starts_at <= ${args.now} and ends_at > ${args.now}
    order by partner_id`.execute(db);
  const [first, ...others] = rows.map((row): MaintenanceRecord => ({
    partnerId: row.partner_id,
    message: row.message,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }));
  if (!first) return null;
  return { ...first, others: first.partnerId === MAINTENANCE_OF_EVERYTHING ? [] : others };
}

/** Returns until when maintenance closes everything, or null while it does not. */
export async function findClosedUntil(ctx: Context): Promise<Date | null> {
  const now = ctx.clock.now();
  const whole = await findMaintenance(ctx.db.system, { partnerIds: [MAINTENANCE_OF_EVERYTHING], now });
  return whole?.endsAt ?? null;
}

/** Lists maintenance that has not started yet, earliest first. */
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

/** Current maintenance by partner; 0 is everything. */
export async function listMaintenance(db: Db, now: Date): Promise<Map<number, string>> {
  const { rows } = await sql<{ partner_id: number; message: string }>`
    select partner_id, message from maintenance where starts_at <= ${now} and ends_at > ${now}`.execute(db);
  return new Map(rows.map((row) => [row.partner_id, row.message]));
}
