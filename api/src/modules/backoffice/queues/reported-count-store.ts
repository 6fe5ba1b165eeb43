import { sql } from 'kysely';
import type { BellPlace } from '#contract/backoffice/queues.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';

/** Returns how many items waited at each place when its members were last notified. */
export async function listReportedCounts(db: Db): Promise<Map<string, number>> {
  const found = await rows(db, sql<{ place: string; count: number }>`select place, count from queue_told`);
  return new Map(found.map(({ place, count }) => [place, count]));
}

/** Returns false if another process is sending the notifications. */
export async function lockReportedCounts(tx: Db): Promise<boolean> {
  const { taken } = await getOnlyRow(
    tx,
    sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtext('queue_told'), 0) as taken`,
  );
  return taken;
}

export async function updateReportedCounts(
  tx: Db,
  counts: Readonly<Record<BellPlace, number>>,
): Promise<void> {
  await sql`
    insert into queue_told (place, count)
    select place, count from unnest(${Object.keys(counts)}::text[], ${Object.values(counts)}::int[]) as input (place, count)
    on conflict (place) do update set count = excluded.count`.execute(tx);
}

/** The programme's members with their roles. */
export function listStaff(db: Db): Promise<{ id: number; role: StaffRole }[]> {
  return rows(
    db,
    sql<{ id: number; role: StaffRole }>`
      select id, staff_role as role from app_user where staff_role is not null and erased_at is null order by id`,
  );
}

/** Counts those of these networks whose feed was read before, but not since a moment. */
export async function countSilentNetworks(
  db: Db,
  { ids, silentBefore }: { ids: readonly number[]; silentBefore: Date },
): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from network_feed where partner_id = any(${ids}::int[]) and read_at < ${silentBefore}`,
  );
  return count;
}
