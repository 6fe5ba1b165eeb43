import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { encodeBigints, toParameter } from '../../../db/parameter.ts';

/** A toll as a report names it. */
export interface Toll {
  plate: string;
  at: Date;
  road: string;
  metres: number;
  /** Negative where it was given back. */
  kopecks: number;
  /** Its place among rows of the report that say the same, from 1. */
  turn: number;
}

/** Tolls of one plate. */
export interface PlateTolls {
  plate: string;
  vehicleId: number | null;
  rows: number;
  kopecks: number;
  from: Date;
  to: Date;
}

/** Tolls of a truck by Moscow month (`YYYY-MM`) since a moment, in kopecks. */
export async function listTollMonths(
  db: Db,
  scope: CompanyScope,
  { vehicleId, since }: { vehicleId: number; since: Date },
): Promise<Map<string, number>> {
  const found = await rows(
    db,
    sql<{ month: string; kopecks: number }>`
      select to_char(at at time zone 'Europe/Moscow', 'YYYY-MM') as month, sum(kopecks)::bigint as kopecks
      from vehicle_toll
      where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} and at >= ${since} group by 1`,
  );
  return new Map(found.map(({ month, kopecks }) => [month, kopecks]));
}

/** Returns by plate the truck that a person has given its tolls to. */
export async function listAssignedPlates(db: Db, scope: CompanyScope): Promise<Map<string, number>> {
  const found = await rows(
    db,
    sql<{ plate: string; vehicle_id: number }>`
      select distinct on (toll.plate) toll.plate, toll.vehicle_id
      from vehicle_toll toll join vehicle on vehicle.id = toll.vehicle_id
      where toll.company_id = ${scope.companyId} and vehicle.removed_at is null and vehicle.plate <> toll.plate
      order by toll.plate, toll.id desc`,
  );
  return new Map(found.map((row) => [row.plate, row.vehicle_id]));
}

/** Returns of each toll whether it is stored, in the order asked. */
export async function listKnownTolls(
  db: Db,
  scope: CompanyScope,
  tolls: readonly Toll[],
): Promise<boolean[]> {
  const found = await rows(
    db,
    sql<{ known: boolean }>`
      select exists (
        select from vehicle_toll stored
        where stored.company_id = ${scope.companyId} and stored.plate = listed.plate and stored.at = listed.at
          and stored.road = listed.road and stored.metres = listed.metres and stored.kopecks = listed.kopecks
          and stored.turn = listed.turn) as known
      from ${unnestTolls(tolls)} order by listed.place`,
  );
  return found.map(({ known }) => known);
}

/** Stores tolls that are not here yet. */
export async function insertTolls(
  tx: Db,
  scope: CompanyScope,
  { tolls, trucks, now }: { tolls: readonly Toll[]; trucks: ReadonlyMap<string, number>; now: Date },
): Promise<void> {
  const plates = [...trucks.keys()];
  await sql`
    insert into vehicle_toll (company_id, vehicle_id, plate, at, road, metres, kopecks, turn, loaded_at)
    select ${scope.companyId}, truck.id, listed.plate, listed.at, listed.road, listed.metres, listed.kopecks, listed.turn,
      ${now}::timestamptz
    from ${unnestTolls(tolls)}
    left join unnest(${toParameter(plates)}::text[], ${encodeBigints([...trucks.values()])}::bigint[]) as truck (plate, id)
      on truck.plate = listed.plate
    on conflict do nothing`.execute(tx);
}

/** Gives tolls that fit no truck to one, and returns how many there were. */
export async function assignPlate(
  tx: Db,
  scope: CompanyScope,
  { plate, vehicleId }: { plate: string; vehicleId: number },
): Promise<number> {
  const { count } = await getOnlyRow(
    tx,
    sql<{ count: number }>`
      with given as (
        update vehicle_toll set vehicle_id = ${vehicleId}
        where company_id = ${scope.companyId} and plate = ${plate} and vehicle_id is null returning 1
      ) select count(*)::int as count from given`,
  );
  return count;
}

/** Lists tolls that fit no truck by plate. */
export function listUnmatchedTolls(db: Db, scope: CompanyScope): Promise<PlateTolls[]> {
  return rows(
    db,
    sql<PlateTolls>`
      select plate, null as "vehicleId", count(*)::int as rows, sum(kopecks)::bigint as kopecks, min(at) as from, max(at) as to
      from vehicle_toll where company_id = ${scope.companyId} and vehicle_id is null group by plate order by plate`,
  );
}

function unnestTolls(tolls: readonly Toll[]) {
  return sql`unnest(
    ${toParameter(tolls.map(({ plate }) => plate))}::text[], ${toParameter(tolls.map(({ at }) => at))}::timestamptz[],
    ${toParameter(tolls.map(({ road }) => road))}::text[], ${toParameter(tolls.map(({ metres }) => metres))}::int[],
    ${encodeBigints(tolls.map(({ kopecks }) => kopecks))}::bigint[], ${toParameter(tolls.map(({ turn }) => turn))}::int[]
  ) with ordinality as listed (plate, at, road, metres, kopecks, turn, place)`;
}
