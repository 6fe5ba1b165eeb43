import type { SummarySide } from '#contract/spending.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { runsOfCompany } from '../../fleet/vehicles/runs-of-company.ts';
import { runTogether } from '../../fleet/vehicles/vehicle-month.ts';
import type { OperationFilter } from './operation-filter.ts';
import type { SummaryRow } from './summary.ts';

/** Filters that narrow fuel but not distance. All kilometres divided by part of the fuel would be a wrong figure. */
const OF_FUEL = [
  'cardId',
  'partnerId',
  'driverId',
  'drivers',
  'goods',
  'cardIds',
  'driverIds',
  'goodsTitles',
  'station',
] as const;

/** Rows of trucks and of their groups with what they ran in the days of the report. */
export async function withRuns(
  tx: Db,
  scope: CompanyScope,
  { rows, by, filter, now }: { rows: SummaryRow[]; by: SummarySide; filter: OperationFilter; now: Date },
): Promise<SummaryRow[]> {
  if (by !== 'vehicle' && by !== 'group') return rows;
  if (OF_FUEL.some((name) => filter[name] !== undefined)) return rows;
  const { vehicleId, vehicleIds } = filter;
  const found = await runsOfCompany(tx, scope, { ...toTimeRange(filter, now), byGroup: by === 'group' });
  const runs = found.filter(
    (vehicleRun) =>
      (vehicleId === undefined || vehicleRun.vehicleId === vehicleId) &&
      (vehicleIds === undefined || vehicleIds.includes(vehicleRun.vehicleId)),
  );
  const byKey = Map.groupBy(runs, (vehicleRun) =>
    String((by === 'vehicle' ? vehicleRun.vehicleId : vehicleRun.groupId) ?? ''),
  );
  return rows.map((row) => ({
    ...row,
    run: runTogether((byKey.get(row.key ?? '') ?? []).map(({ run }) => run)),
  }));
}

/** Moscow days, both included, until now. */
function toTimeRange({ dateFrom, dateTo }: OperationFilter, now: Date): { from: Date; until: Date } {
  const from = new Date(`${dateFrom ?? '2000-01-01'}T00:00:00+03:00`);
  if (dateTo === undefined) return { from, until: now };
  const end = new Date(`${dateTo}T00:00:00+03:00`);
  end.setUTCDate(end.getUTCDate() + 1);
  return { from, until: end < now ? end : now };
}
