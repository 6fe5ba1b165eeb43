import { sql } from 'kysely';
import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import type { CurrentMaintenance, MaintenanceRecord } from './maintenance.ts';

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
