import type { Run } from '#contract/values/run.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { listGroupsThen } from './vehicle-groups.ts';
import { getRun } from './vehicle-month.ts';
import { listIntervals } from './vehicle-sale-store.ts';

/** Distance of a truck while it was in one group. */
export interface VehicleRun {
  vehicleId: number;
  /** Null when it is in no group. */
  groupId: number | null;
  /** Null when no two readings cover any of the time. */
  run: Run | null;
}

type TimeRange = { from: Date; until: Date };

/**
 * Returns what each truck ran and took between two moments, calculated as on its own page, with removed trucks. With
 * `byGroup`, separately for each group that the truck was in then.
 */
export async function runsOfCompany(
  tx: Db,
  scope: CompanyScope,
  { from, until, byGroup }: TimeRange & { byGroup: boolean },
): Promise<VehicleRun[]> {
  const found = await listIntervals(tx, [scope], { from, until });
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

/** Returns the run of each truck of several companies, by company and id; one statement reads them. */
export async function runsOfMany(
  tx: Db,
  scopes: readonly CompanyScope[],
  { from, until }: TimeRange,
): Promise<Map<number, Map<number, Run | null>>> {
  if (scopes.length === 0) return new Map();
  const companies = Map.groupBy(
    await listIntervals(tx, scopes, { from, until }),
    ({ companyId }) => companyId,
  );
  const range = { from: from.getTime(), until: until.getTime() };
  return new Map(
    [...companies].map(([companyId, roads]) => [
      companyId,
      new Map(
        [...Map.groupBy(roads, ({ vehicleId }) => vehicleId)].map(([id, road]) => [id, getRun(road, range)]),
      ),
    ]),
  );
}
