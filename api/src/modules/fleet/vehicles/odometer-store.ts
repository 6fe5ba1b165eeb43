import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, onlyRow, rows, type Db } from '../../../db/database.ts';

export interface OdometerReading {
  id: number;
  at: Date;
  km: number;
}

const READINGS_MOST = 2000;

/** Oldest first; the newest ones when there are very many. */
export async function listReadings(
  db: Db,
  scope: CompanyScope,
  vehicleId: number,
): Promise<OdometerReading[]> {
  const found = await rows(
    db,
    sql<OdometerReading>`
      select id, at, km from vehicle_odometer
      where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} order by at desc limit ${READINGS_MOST}`,
  );
  return found.toReversed();
}

/** Of every truck between two moments, oldest first, with the reading before and the one after them. */
export function listReadingsOfAll(
  db: Db,
  scope: CompanyScope,
  { from, until }: { from: Date; until: Date },
): Promise<{ vehicleId: number; at: Date; km: number }[]> {
  return rows(
    db,
    sql<{ vehicleId: number; at: Date; km: number }>`
      with reading as (
        select vehicle_id, at, km,
          lead(at) over (partition by vehicle_id order by at) as later, lag(at) over (partition by vehicle_id order by at) as earlier
        from vehicle_odometer where company_id = ${scope.companyId}
      )
      select vehicle_id as "vehicleId", at, km from reading
      where (at >= ${from} or later > ${from} or later is null) and (at <= ${until} or earlier < ${until} or earlier is null)
      order by vehicle_id, at`,
  );
}

/** The newest reading of each truck. */
export async function newestReadings(db: Db, scope: CompanyScope): Promise<Map<number, number>> {
  const found = await rows(
    db,
    sql<{ vehicle_id: number; km: number }>`
      select distinct on (vehicle_id) vehicle_id, km from vehicle_odometer
      where company_id = ${scope.companyId} order by vehicle_id, at desc`,
  );
  return new Map(found.map((row) => [row.vehicle_id, row.km]));
}

/** The readings next to a moment, of another moment. */
export async function neighboursOf(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, at }: { vehicleId: number; at: Date },
): Promise<{ before: number | null; after: number | null }> {
  return onlyRow(
    tx,
    sql<{ before: number | null; after: number | null }>`
      select max(km) filter (where at < ${at}) as before, min(km) filter (where at > ${at}) as after
      from vehicle_odometer where company_id = ${scope.companyId} and vehicle_id = ${vehicleId}`,
  );
}

/** A second reading of the same moment replaces the first. */
export async function writeReading(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, at, km }: { vehicleId: number; at: Date; km: number },
): Promise<number> {
  const { id } = await onlyRow(
    tx,
    sql<{ id: number }>`
      insert into vehicle_odometer (company_id, vehicle_id, at, km)
      values (${scope.companyId}, ${vehicleId}, ${at}, ${km})
      on conflict (company_id, vehicle_id, at) do update set km = excluded.km returning id`,
  );
  return id;
}

/** False when the truck has no such reading. */
export async function deleteReading(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, readingId }: { vehicleId: number; readingId: number },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      delete from vehicle_odometer
      where id = ${readingId} and vehicle_id = ${vehicleId} and company_id = ${scope.companyId} returning id`,
  );
  return row !== null;
}
