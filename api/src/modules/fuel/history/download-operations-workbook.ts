import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { findFilterWords } from './find-filter-words.ts';
import { summarizeOperations, type SummaryAsked } from './summarize-operations.ts';
import { summaryWorkbook } from './summary-workbook.ts';

/** The summary as a workbook: every row, with the company, the period and the filters above them. */
export async function downloadOperationsWorkbook(
  ctx: Context,
  scope: CompanyScope,
  { by, filter }: Omit<SummaryAsked, 'most'>,
): Promise<Buffer> {
  const summary = await summarizeOperations(ctx, scope, { by, filter, most: Number.MAX_SAFE_INTEGER });
  const { company, filters } = await ctx.db.inCompany(scope, (tx) => findFilterWords(tx, scope, filter));
  const { dateFrom, dateTo } = filter;
  return await summaryWorkbook(by, summary, { company, dateFrom, dateTo, filters });
}
