import type { FuelDifferenceReason } from '#contract/fleet/vehicles.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { getNextMonth, getPreviousMonth, startOfDay } from '../../../lib/days.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { listVehicleGroups } from './vehicle-groups.ts';
import { toVehicleMonth, type VehicleMonth } from './vehicle-month.ts';
import { listFuelMonthsOfFleet, listIntervals } from './vehicle-sale-store.ts';
import type { Vehicle } from './vehicle.ts';
import { listVehiclesWithRemoved } from './vehicles.ts';

/** A truck's month, as on its own page. */
export type FleetLitresRow = VehicleMonth & { vehicle: Vehicle };

/** Totals of rows, in centilitres. Null where no row has the figure. */
export interface FleetLitresTotals {
  sold: number;
  documented: number | null;
  burnt: number | null;
  km: number | null;
  /** Sold less documented, of rows that have both. */
  overDocuments: number | null;
  /** Sold less burnt, of rows that have both. */
  overNorm: number | null;
}

export interface FleetLitres {
  /** First and last month, `YYYY-MM`. */
  from: string;
  to: string;
  /** Newest month first, within it by plate. */
  rows: FleetLitresRow[];
  totals: FleetLitresTotals;
}

export interface FleetLitresQuery {
  from?: string | undefined;
  to?: string | undefined;
  groupId?: number | undefined;
  reason?: FuelDifferenceReason | undefined;
}

/**
 * Compares litres sold, documented and burnt by truck and month; a truck that neither bought nor ran in a month has no row.
 * Without `from` the month that ended last is read. Refuses (404) another company's group.
 */
export async function readFleetLitres(
  ctx: Context,
  scope: CompanyScope,
  { groupId, reason, ...period }: FleetLitresQuery,
): Promise<FleetLitres> {
  const now = ctx.clock.now();
  const from = period.from ?? getPreviousMonth(moscowDay(now).slice(0, 7));
  const to = period.to ?? from;
  const [vehicles, bought, intervals] = await ctx.db.inCompany(scope, async (tx) => {
    if (groupId !== undefined && !(await listVehicleGroups(tx, scope)).some(({ id }) => id === groupId))
      throw notFound('Группа не найдена');
    return [
      await listVehiclesWithRemoved(tx, scope, groupId),
      await listFuelMonthsOfFleet(tx, scope, { from, to }),
      await listIntervals(tx, [scope], {
        from: startOfDay(`${from}-01`),
        until: startOfDay(`${getNextMonth(to)}-01`),
      }),
    ];
  });
  const boughtBy = Map.groupBy(bought, ({ vehicleId }) => vehicleId);
  const roads = Map.groupBy(intervals, ({ vehicleId }) => vehicleId);
  const rows = listMonthsBetween(from, to).flatMap((month) =>
    vehicles.map((vehicle) => ({
      vehicle,
      ...toVehicleMonth(
        month,
        {
          ...vehicle,
          months: boughtBy.get(vehicle.id) ?? [],
          intervals: roads.get(vehicle.id) ?? [],
          tolls: NO_TOLLS,
        },
        now,
      ),
    })),
  );
  const shown = rows.filter(
    (row) => hasMoved(row) && (!reason || row.differences.some((found) => found.reason === reason)),
  );
  return { from, to, rows: shown, totals: addUp(shown) };
}

const NO_TOLLS = new Map<string, number>();

/** Newest first. */
function listMonthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = to; month >= from; month = getPreviousMonth(month)) months.push(month);
  return months;
}

function hasMoved({ centilitres, documentedCentilitres, km }: VehicleMonth): boolean {
  return centilitres !== 0 || Boolean(documentedCentilitres) || Boolean(km);
}

function addUp(rows: readonly FleetLitresRow[]): FleetLitresTotals {
  const sum = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  const over = (get: (row: FleetLitresRow) => number | null) =>
    sum(
      rows.map((row) => {
        const other = get(row);
        return other === null ? null : row.centilitres - other;
      }),
    );
  return {
    sold: sum(rows.map(({ centilitres }) => centilitres)) ?? 0,
    documented: sum(rows.map((row) => row.documentedCentilitres)),
    burnt: sum(rows.map((row) => row.burntCentilitres)),
    km: sum(rows.map(({ km }) => km)),
    overDocuments: over((row) => row.documentedCentilitres),
    overNorm: over((row) => row.burntCentilitres),
  };
}
