import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, onlyRow, rows, type Db } from '../../../db/database.ts';
import { usualKmADay } from './doubt-reading.ts';

export interface OdometerReading {
  id: number;
  at: Date;
  km: number;
  /** A later one has proved it wrong: it is shown and counts nowhere. */
  isSetAside: boolean;
}

type At = Pick<OdometerReading, 'at' | 'km'>;

/** The readings beside a moment, and what the truck runs in a day; null where there is none. */
export interface OdometerNeighbours {
  before: At | null;
  after: At | null;
  usualKmADay: number | null;
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
      select id, at, km, is_set_aside as "isSetAside" from vehicle_odometer
      where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} order by at desc limit ${READINGS_MOST}`,
  );
  return found.toReversed();
}

/** The newest reading of each truck. */
export async function newestReadings(db: Db, scope: CompanyScope): Promise<Map<number, number>> {
  const found = await rows(
    db,
    sql<{ vehicle_id: number; km: number }>`
      select distinct on (vehicle_id) vehicle_id, km from vehicle_odometer
      where company_id = ${scope.companyId} and not is_set_aside order by vehicle_id, at desc`,
  );
  return new Map(found.map((row) => [row.vehicle_id, row.km]));
}

/** Of the readings that count those next to a moment, of another moment. */
export async function neighboursOf(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, at }: { vehicleId: number; at: Date },
): Promise<OdometerNeighbours> {
  const counted = await rows(
    tx,
    sql<At>`
      select at, km from vehicle_odometer
      where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} and not is_set_aside and at <> ${at} order by at`,
  );
  const [first] = counted;
  const last = counted.at(-1);
  return {
    before: counted.findLast((reading) => reading.at < at) ?? null,
    after: counted.find((reading) => reading.at > at) ?? null,
    usualKmADay: first && last ? usualKmADay(first, last) : null,
  };
}

/**
 * A second reading of the same moment replaces the first. Earlier readings that show more and later ones that show less can't be
 * right beside it: they are set aside.
 */
export async function writeReading(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, at, km }: { vehicleId: number; at: Date; km: number },
): Promise<number> {
  await sql`
    update vehicle_odometer set is_set_aside = true
    where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} and not is_set_aside
      and ((at < ${at} and km > ${km}) or (at > ${at} and km < ${km}))`.execute(tx);
  const { id } = await onlyRow(
    tx,
    sql<{ id: number }>`
      insert into vehicle_odometer (company_id, vehicle_id, at, km)
      values (${scope.companyId}, ${vehicleId}, ${at}, ${km})
      on conflict (company_id, vehicle_id, at) do update set km = excluded.km, is_set_aside = false returning id`,
  );
  return id;
}

/** False when the truck has no such reading. What was set aside and contradicts nothing any more counts again. */
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
  await sql`
    update vehicle_odometer reading set is_set_aside = false
    where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} and is_set_aside and not exists (
      select from vehicle_odometer other
      where other.company_id = ${scope.companyId} and other.vehicle_id = ${vehicleId}
        and ((other.at < reading.at and other.km > reading.km) or (other.at > reading.at and other.km < reading.km))
    )`.execute(tx);
  return row !== null;
}
