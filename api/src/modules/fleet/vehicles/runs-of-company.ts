import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { listGroupsThen } from './vehicle-groups.ts';
import { getRun, type Run } from './vehicle-month.ts';
import { listIntervals } from './vehicle-sale-store.ts';

/** What a truck ran while it was in one group. */
export interface VehicleRun {
  vehicleId: number;
  /** Null: in none. */
  groupId: number | null;
  /** Null where no two readings hold any of the time. */
  run: Run | null;
}

type TimeRange = { from: Date; until: Date };

/**
 * What each truck ran and took between two moments, as its own page reckons it; removed trucks too. `byGroup`: for each group
 * that it was in by then.
 */
export async function runsOfCompany(
  tx: Db,
  scope: CompanyScope,
  { from, until, byGroup }: TimeRange & { byGroup: boolean },
): Promise<VehicleRun[]> {
  const found = await listIntervals(tx, scope, { from, until });
  if (found.length === 0) return [];
  const roads = Map.groupBy(found, ({ vehicleId }) => vehicleId);
  const stays = byGroup
    ? await listGroupsThen(tx, scope, { from, until })
    : [...roads.keys()].map((vehicleId) => ({ vehicleId, groupId: null, from, until }));
  return stays.map(({ vehicleId, groupId, ...stay }) => ({
    vehicleId,
    groupId,
    run: getRun(roads.get(vehicleId) ?? [], { from: stay.from.getTime(), until: stay.until.getTime() }),
  }));
}
