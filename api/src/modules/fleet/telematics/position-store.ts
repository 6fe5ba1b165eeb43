import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import type { TruckPosition } from './telematics.ts';

/** Keeps them; the same moment of a truck once. */
export async function insertPositions(
  tx: Db,
  scope: CompanyScope,
  { found, source }: { found: readonly TruckPosition[]; source: 'wialon' | 'file' },
): Promise<void> {
  await sql`
    insert into vehicle_position (company_id, vehicle_id, at, lat, lon, source)
    select distinct on (vehicle_id, at) ${scope.companyId}::bigint, vehicle_id, at, lat, lon, ${source}
    from unnest(${found.map((one) => one.vehicleId)}::bigint[], ${found.map((one) => one.at)}::timestamptz[],
      ${found.map((one) => one.lat)}::float8[], ${found.map((one) => one.lon)}::float8[])
      as said (vehicle_id, at, lat, lon)
    on conflict (company_id, vehicle_id, at) do update
      set lat = excluded.lat, lon = excluded.lon, source = excluded.source`.execute(tx);
}
