import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { listReadingsOfAll } from './odometer-store.ts';
import { runOf, type Run } from './vehicle-month.ts';
import { listFuelDaysOfAll } from './vehicle-sale-store.ts';

export interface VehicleRun {
  vehicleId: number;
  /** Its group now; null: in none. */
  groupId: number | null;
  /** Null where no two readings hold any of the time. */
  run: Run | null;
}

/** What each truck ran and took between two moments, as its own page reckons it; removed trucks too. */
export async function runsOfCompany(
  tx: Db,
  scope: CompanyScope,
  { from, until }: { from: Date; until: Date },
): Promise<VehicleRun[]> {
  const vehicles = await rows(
    tx,
    sql<{ vehicleId: number; groupId: number | null }>`
      select id as "vehicleId", group_id as "groupId" from vehicle where company_id = ${scope.companyId} order by id`,
  );
  const readings = Map.groupBy(
    await listReadingsOfAll(tx, scope, { from, until }),
    ({ vehicleId }) => vehicleId,
  );
  if (readings.size === 0) return vehicles.map((one) => ({ ...one, run: null }));
  const days = Map.groupBy(await listFuelDaysOfAll(tx, scope, { from, until }), ({ vehicleId }) => vehicleId);
  return vehicles.map((one) => ({
    ...one,
    run: runOf(
      { days: days.get(one.vehicleId) ?? [], readings: readings.get(one.vehicleId) ?? [] },
      { from: from.getTime(), until: until.getTime() },
    ),
  }));
}
