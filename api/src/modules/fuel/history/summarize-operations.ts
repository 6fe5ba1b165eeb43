import type { SummarySide } from '#contract/operations.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import type { OperationFilter } from './operation-filter-store.ts';
import { listSummaryRows } from './operation-summary-store.ts';
import { summaryOf, type Summary } from './summary.ts';

export interface SummaryAsked {
  by: SummarySide;
  filter: Pick<OperationFilter, 'cardId' | 'dateFrom' | 'dateTo'>;
  /** The most rows before the rest is added up; by default as many as the screen takes. */
  most?: number;
}

/** Spending on fuel, grouped («Сводные отчеты», spec section 2). 404: another company's card. */
export async function summarizeOperations(
  ctx: Context,
  scope: CompanyScope,
  { by, filter, most }: SummaryAsked,
): Promise<Summary> {
  if (filter.cardId !== undefined) await readCard(ctx, scope, filter.cardId);
  return summaryOf(await ctx.db.inCompany(scope, (tx) => listSummaryRows(tx, scope, filter, by)), most);
}
