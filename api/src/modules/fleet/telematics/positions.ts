import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import type { TruckPosition } from './telematics.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { recheckSince } from '../signals/find-signals.ts';
import { vehiclesOfCompany } from '../vehicles/vehicles.ts';
import { readPositionFile, type PlannedPositions } from './read-position-file.ts';

/** Stores positions, the same moment of a truck once. */
export async function insertPositions(
  tx: Db,
  scope: CompanyScope,
  { found, source }: { found: readonly TruckPosition[]; source: 'wialon' | 'file' },
): Promise<void> {
  await sql`
    insert into vehicle_position (company_id, vehicle_id, at, lat, lon, source)
    select distinct on (vehicle_id, at) ${scope.companyId}::bigint, vehicle_id, at, lat, lon, ${source}
    from unnest(${found.map((truckPosition) => truckPosition.vehicleId)}::bigint[], ${found.map((truckPosition) => truckPosition.at)}::timestamptz[],
      ${found.map((truckPosition) => truckPosition.lat)}::float8[], ${found.map((truckPosition) => truckPosition.lon)}::float8[])
      as input (vehicle_id, at, lat, lon)
    on conflict (company_id, vehicle_id, at) do update
      set lat = excluded.lat, lon = excluded.lon, source = excluded.source`.execute(tx);
}

/** Previews the effect of a file. Changes nothing. */
export async function planPositions(
  ctx: Context,
  scope: CompanyScope,
  file: UploadedFile | null,
): Promise<PlannedPositions> {
  const vehicles = await ctx.db.inCompany(scope, (tx) => vehiclesOfCompany(tx, scope));
  const trucks = new Map(vehicles.map(({ plate, id }) => [plate, id]));
  return readPositionFile(file, { trucks, now: ctx.clock.now() });
}

/** Stores its valid lines, and has the fillings near them checked again. */
export async function takePositions(
  ctx: Context,
  scope: CompanyScope,
  file: UploadedFile | null,
): Promise<PlannedPositions> {
  const planned = await planPositions(ctx, scope, file);
  const { found } = planned;
  if (found.length === 0) return planned;
  await ctx.db.inSystem(async (tx) => {
    await insertPositions(tx, scope, { found, source: 'file' });
    await recheckSince(tx, scope, getOldest(found));
    recordChange(tx, { companyId: scope.companyId, after: { positions: found.length } });
  });
  return planned;
}

export function getOldest(found: readonly { at: Date }[]): Date {
  return new Date(Math.min(...found.map(({ at }) => at.getTime())));
}

const BATCH = 1000;

/** Deletes where trucks were before a moment, and returns how many places. */
export async function deleteOldPositions(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from vehicle_position where (company_id, vehicle_id, at) in (
        select company_id, vehicle_id, at from vehicle_position where at < ${before} order by at limit ${BATCH})`.execute(
      db,
    );
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}
