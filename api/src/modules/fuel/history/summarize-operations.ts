import type { SummarySide } from '#contract/spending.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { runTogether } from '../../fleet/vehicles/vehicle-month.ts';
import { comparedPeriod } from './compared-period.ts';
import type { OperationFilter } from './operation-filter.ts';
import { listSummaryRows } from './operation-summary-store.ts';
import { sumPrevious, sumSpending, withinLimit, type Summary } from './summary.ts';
import { withRuns } from './with-runs.ts';
import { readSpent } from './spent-store.ts';

export interface SummaryAsked {
  by: SummarySide;
  filter: Omit<OperationFilter, 'typeId' | 'statusId'>;
  /** The most rows before the rest is added up; by default as many as the screen takes. */
  most?: number;
}

/** Spending on fuel, grouped, beside the period before («Сводные отчеты», spec section 2). 404: another company's card. */
export async function summarizeOperations(
  ctx: Context,
  scope: CompanyScope,
  { by, filter, most: max }: SummaryAsked,
): Promise<Summary> {
  if (filter.cardId !== undefined) await readCard(ctx, scope, filter.cardId);
  const today = moscowDay(ctx.clock.now());
  const period = comparedPeriod(filter, today);
  const compared = period?.compared ?? null;
  return await ctx.db.inCompany(scope, async (tx) => {
    const found = await listSummaryRows(tx, scope, { filter, by, compared, today });
    const all = await withRuns(tx, scope, { rows: found.rows, by, filter, now: ctx.clock.now() });
    // Each month is compared with the one before it: their sum is no period's.
    const previous =
      by === 'month' && compared
        ? await readSpent(tx, scope, { ...filter, dateFrom: compared.from, dateTo: compared.to })
        : compared && sumPrevious(found.rows);
    return {
      rows: withinLimit(all, max),
      totals: {
        ...sumSpending(all),
        cards: found.cards,
        previous,
        run: runTogether(all.map(({ run }) => run)),
      },
      rowCount: found.rows.length,
      compared,
      unfinished: period?.unfinished ?? false,
    };
  });
}
