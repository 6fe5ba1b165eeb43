import { FILE_MIME } from '#contract/list-files.ts';
import { MAILED_REPORT_TITLE } from '#contract/mailings.ts';
import { SUMMARY_SIDES } from '#contract/spending.ts';
import { MAX_STATEMENT_PDF_MOVEMENTS } from '#contract/statement.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { badRequest } from '../../../errors.ts';
import { formatDateShort, moscowDay } from '../../../lib/money-format.ts';
import { tableFile } from '../../../lib/table-file.ts';
import { downloadOperationsWorkbook } from '../../fuel/history/operations-workbook.ts';
import { describeFilter } from '../../fuel/history/operation-filter.ts';
import { summarizeOperations } from '../../fuel/history/summarize-operations.ts';
import { downloadStatementPdf } from '../../money/transfers/statement-pdf.ts';
import type { ReportTable } from './arrange-table.ts';
import { isAsItStands, formatPeriod, type Mailing, type Period } from './mailing.ts';
import { operationFilter, readList, statementAsked, type ListAsked } from './read-list.ts';
import { reportPdf } from './report-pdf.ts';
import { summaryTable, summaryTitle } from './summary-table.ts';

export interface ReportFile {
  file: Buffer;
  name: string;
  mime: string;
}

/** More rows take too long to lay out, and no one reads them in a PDF. */
const MAX_PDF_ROWS = MAX_STATEMENT_PDF_MOVEMENTS;
const TOO_LONG = `В PDF помещается ${MAX_PDF_ROWS} строк: выберите XLSX или сузьте отбор`;
const TIME_LIMIT_MS = 300_000;

/**
 * The file of a mailing for a period, by the readers and writers of the exports: the same filters give the same figures.
 * Refuses as they do: what is filtered by is gone, or there are more rows than a file holds.
 */
export async function makeReport(
  ctx: Context,
  scope: CompanyScope,
  { report, query, format, title }: Pick<Mailing, 'report' | 'query' | 'format' | 'title'>,
  period: Period,
): Promise<ReportFile> {
  const asked: ListAsked = { query: new URLSearchParams(query), period };
  const name = `${title} ${isAsItStands(report) ? period.to : formatFileName(period)}`;
  if (report === 'summary') return summaryFile(ctx, scope, { asked, format, name });
  if (report === 'statement' && format === 'pdf') {
    // As in the cabinet, movements between own places do not fit the two columns of sums.
    const statement = { ...statementAsked(asked, MAX_STATEMENT_PDF_MOVEMENTS), internal: false };
    const file = await downloadStatementPdf(ctx, scope, statement, AbortSignal.timeout(TIME_LIMIT_MS));
    return toPdfFile(file, name);
  }
  const table = await readList(ctx, scope, report, asked);
  if (format === 'xlsx') return tableFile('xlsx', { name, title: MAILED_REPORT_TITLE[report], ...table });
  const periodText = isAsItStands(report)
    ? `по состоянию на ${formatDateShort(moscowDay(ctx.clock.now()))}`
    : formatPeriod(period);
  const filter = report === 'operations' ? operationFilter(asked) : {};
  return toPdfFile(
    await makeReportPdf(ctx, scope, { title: MAILED_REPORT_TITLE[report], words: periodText, table, filter }),
    name,
  );
}

async function summaryFile(
  ctx: Context,
  scope: CompanyScope,
  { asked, format, name }: { asked: ListAsked; format: Mailing['format']; name: string },
): Promise<ReportFile> {
  const by = SUMMARY_SIDES.find((side) => side === asked.query.get('by')) ?? 'month';
  const { typeId: _type, statusId: _status, ...filter } = operationFilter(asked);
  if (format === 'xlsx') {
    const file = await downloadOperationsWorkbook(ctx, scope, { by, filter });
    return { file, name: `${name}.xlsx`, mime: FILE_MIME.xlsx };
  }
  const summary = await summarizeOperations(ctx, scope, { by, filter, most: Number.MAX_SAFE_INTEGER });
  const table = summaryTable(by, summary);
  const periodText = formatPeriod(asked.period);
  return toPdfFile(
    await makeReportPdf(ctx, scope, { title: summaryTitle(by), words: periodText, table, filter }),
    name,
  );
}

async function makeReportPdf(
  ctx: Context,
  scope: CompanyScope,
  input: { title: string; words: string; table: ReportTable; filter: Parameters<typeof describeFilter>[2] },
): Promise<Buffer> {
  const { title, words: periodText, table, filter } = input;
  if (table.rows.length > MAX_PDF_ROWS) throw badRequest(TOO_LONG);
  const { company, filters } = await ctx.db.inCompany(scope, (tx) => describeFilter(tx, scope, filter));
  const operator = ctx.config.operator.name;
  const madeOn = moscowDay(ctx.clock.now());
  return reportPdf({ title, operator, company, madeOn, period: periodText, filters }, table);
}

function formatFileName({ from, to }: Period): string {
  return from === to ? from : `${from} – ${to}`;
}

function toPdfFile(file: Buffer, name: string): ReportFile {
  return { file, name: `${name}.pdf`, mime: 'application/pdf' };
}
