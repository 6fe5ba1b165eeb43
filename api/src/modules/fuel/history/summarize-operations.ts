import type { SummarySide } from '#contract/fuel/spending.ts';
import { mergeRuns } from '#contract/values/run.ts';
import { comparedPeriod } from '#contract/fuel/summary/compared-period.ts';
import { makeSummary, type Summary, type SummaryRow } from '#contract/fuel/summary/summary.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import type { OperationFilter } from './operation-filter.ts';
import { listSummaryRows } from './operation-summary-store.ts';
import { readSpent } from './spent-store.ts';
import type { Db } from '../../../db/database.ts';
import { runsOfCompany } from '../../fleet/vehicles/runs-of-company.ts';

export interface SummaryArgs {
  by: SummarySide;
  filter: Omit<OperationFilter, 'typeId' | 'statusId'>;
  /** The most rows before the rest is added up; by default as many as the screen takes. */
  max?: number;
}

/** Spending on fuel, grouped, beside the period before («Сводные отчеты», spec section 2). 404: another company's card. */
export async function summarizeOperations(
  ctx: Context,
  scope: CompanyScope,
  { by, filter, max }: SummaryArgs,
): Promise<Summary> {
  if (filter.cardId !== undefined) await readCard(ctx, scope, filter.cardId);
  const today = moscowDay(ctx.clock.now());
  const period = comparedPeriod(filter, today);
  const compared = period?.compared ?? null;
  return await ctx.db.inCompany(scope, async (tx) => {
    const found = await listSummaryRows(tx, scope, { filter, by, compared, today });
    const rows = await addRuns(tx, scope, { rows: found.rows, by, filter, now: ctx.clock.now() });
    // Each month is compared with the one before it: their sum is no period's.
    const spentBefore =
      by === 'month' && compared
        ? await readSpent(tx, scope, { ...filter, dateFrom: compared.from, dateTo: compared.to })
        : null;
    return makeSummary(rows, { by, period, cards: found.cards, spentBefore, max });
  });
}

/** Filters that narrow fuel but not distance. All kilometres divided by part of the fuel would be a wrong figure. */
const FUEL_SIDES = [
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

/** Adds to the rows of trucks and groups the distance driven in the days of the report. */
async function addRuns(
  tx: Db,
  scope: CompanyScope,
  { rows, by, filter, now }: { rows: SummaryRow[]; by: SummarySide; filter: OperationFilter; now: Date },
): Promise<SummaryRow[]> {
  if (by !== 'vehicle' && by !== 'group') return rows;
  if (FUEL_SIDES.some((name) => filter[name] !== undefined)) return rows;
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
    run: mergeRuns((byKey.get(row.key ?? '') ?? []).map(({ run }) => run)),
  }));
}

/** Moscow days, both included, until now. */
export function toTimeRange({ dateFrom, dateTo }: OperationFilter, now: Date): { from: Date; until: Date } {
  const from = new Date(`${dateFrom ?? '2000-01-01'}T00:00:00+03:00`);
  if (dateTo === undefined) return { from, until: now };
  const end = new Date(`${dateTo}T00:00:00+03:00`);
  end.setUTCDate(end.getUTCDate() + 1);
  return { from, until: end < now ? end : now };
}
