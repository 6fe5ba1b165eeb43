import { FILE_MIME } from '#contract/list-files.ts';
import { MAILED_REPORT_TITLE } from '#contract/insights/mailings.ts';
import { SUMMARY_SIDES, type SummarySide } from '#contract/fuel/spending.ts';
import { MAX_STATEMENT_PDF_MOVEMENTS } from '#contract/money/statement.ts';
import type { Summary } from '#contract/fuel/summary/summary.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { badRequest } from '../../../errors.ts';
import { formatDateShort, moscowDay, formatMoney, formatTimeShort } from '../../../lib/money-format.ts';
import { tableFile, type FileColumn } from '../../../lib/tables/table-file.ts';
import { downloadOperationsWorkbook } from '../../fuel/history/operations-workbook.ts';
import { describeFilter } from '../../fuel/history/operation-filter.ts';
import { summarizeOperations } from '../../fuel/history/summarize-operations.ts';
import { downloadStatementPdf } from '../../money/transfers/statement/statement-pdf.ts';
import type { ReportTable } from './arrange-table.ts';
import { isCurrentStateReport, formatPeriod, type Mailing, type Period } from './mailing.ts';
import { operationFilter, readList, statementAsked, type ListQuery } from './read-list.ts';
import { SIDE_HEADER, summaryColumns, type SummaryColumn } from '../../fuel/history/summary-csv.ts';
import { SUMMARY_TITLE, summaryRowTitle } from '../../fuel/history/summary-workbook.ts';
import { renderLongTable } from '../../../lib/pdf/long-table-pdf.ts';

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
  const request: ListQuery = { query: new URLSearchParams(query), period };
  const name = `${title} ${isCurrentStateReport(report) ? period.to : formatFileName(period)}`;
  if (report === 'summary') return summaryFile(ctx, scope, { query: request, format, name });
  if (report === 'statement' && format === 'pdf') {
    // As in the cabinet, movements between own places do not fit the two columns of sums.
    const statement = { ...statementAsked(request, MAX_STATEMENT_PDF_MOVEMENTS), internal: false };
    const file = await downloadStatementPdf(ctx, scope, statement, AbortSignal.timeout(TIME_LIMIT_MS));
    return toPdfFile(file, name);
  }
  const table = await readList(ctx, scope, report, request);
  if (format === 'xlsx') return tableFile('xlsx', { name, title: MAILED_REPORT_TITLE[report], ...table });
  const periodText = isCurrentStateReport(report)
    ? `по состоянию на ${formatDateShort(moscowDay(ctx.clock.now()))}`
    : formatPeriod(period);
  const filter = report === 'operations' ? operationFilter(request) : {};
  return toPdfFile(
    await makeReportPdf(ctx, scope, { title: MAILED_REPORT_TITLE[report], words: periodText, table, filter }),
    name,
  );
}

async function summaryFile(
  ctx: Context,
  scope: CompanyScope,
  { query: requested, format, name }: { query: ListQuery; format: Mailing['format']; name: string },
): Promise<ReportFile> {
  const by = SUMMARY_SIDES.find((side) => side === requested.query.get('by')) ?? 'month';
  const { typeId: _type, statusId: _status, ...filter } = operationFilter(requested);
  if (format === 'xlsx') {
    const file = await downloadOperationsWorkbook(ctx, scope, { by, filter });
    return { file, name: `${name}.xlsx`, mime: FILE_MIME.xlsx };
  }
  const summary = await summarizeOperations(ctx, scope, { by, filter, max: Number.MAX_SAFE_INTEGER });
  const table = summaryTable(by, summary);
  const periodText = formatPeriod(requested.period);
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
  const operator = ctx.programme.today().name;
  const madeOn = moscowDay(ctx.clock.now());
  return reportPdf({ title, operator, company, madeOn, period: periodText, filters }, table);
}

function formatFileName({ from, to }: Period): string {
  return from === to ? from : `${from} – ${to}`;
}

function toPdfFile(file: Buffer, name: string): ReportFile {
  return { file, name: `${name}.pdf`, mime: 'application/pdf' };
}

/** Returns the rows and the totals of the spending report for a PDF, as its workbook has them. */
function summaryTable(by: SummarySide, summary: Summary): ReportTable {
  const columns = summaryColumns(by, summary);
  const rows = [
    ...summary.rows.map((row) => [
      summaryRowTitle(by, row),
      ...columns.map((column) => toCellValue(column, column.of(row))),
    ]),
    ['Итого', ...columns.map((column) => toCellValue(column, column.ofTotals(summary.totals)))],
  ];
  const heads: Pick<FileColumn<never>, 'header' | 'kind'>[] = [
    { header: SIDE_HEADER[by] },
    ...columns.map(({ header, kind }) => ({
      header,
      kind: kind === 'hundredths' ? ('sum' as const) : ('name' as const),
    })),
  ];
  return { columns: heads.map((head, at) => ({ ...head, of: (row) => row[at] ?? null })), rows };
}

function summaryTitle(by: SummarySide): string {
  return `Расходы на топливо ${SUMMARY_TITLE[by]}`;
}

/** Hundredths are a number with two decimals; counts and tenths are written as they are. */
function toCellValue({ kind }: SummaryColumn, value: number | null): string | number | null {
  if (value === null) return null;
  if (kind === 'hundredths') return value / 100;
  return kind === 'tenths' ? (value / 10).toFixed(1).replace('.', ',') : String(value);
}

interface ReportHead {
  title: string;
  operator: string;
  company: string;
  /** `YYYY-MM-DD`: the same report of the same day has the same bytes. */
  madeOn: string;
  period: string;
  /** «Сеть: Роснефть» */
  filters: readonly string[];
}

/** Width of an A4 page in landscape, between its margins, in points. */
const FULL = 757.89;
const CHARACTER_WIDTH = 4.8;
const PADDING = 12;
const NARROWEST = 40;
/** Maximum width that a column of text requests. Longer text wraps. */
const MAX_CHARACTERS = 40;

/** Makes the PDF of a list or report: the columns that have any value, and every row. */
function reportPdf(head: ReportHead, { columns, rows }: ReportTable): Promise<Buffer> {
  const cells = rows.map((row) => columns.map((column) => formatCell(column, column.of(row))));
  const filled = columns.flatMap((_, at) =>
    rows.length === 0 || cells.some((row) => row[at] !== '') ? [at] : [],
  );
  const shown = filled.map((at) => ({
    title: columns[at]?.header ?? '',
    figures: columns[at]?.kind === 'sum',
    longest: Math.max(4, ...cells.map((row) => row[at]?.length ?? 0)),
  }));
  const widths = computeWidths(shown);
  return renderLongTable({
    title: head.title,
    author: head.operator,
    dateIso: head.madeOn,
    period: head.period,
    parties: [
      { role: 'Клиент', text: head.company },
      ...head.filters.map((text) => ({ role: 'Отбор', text })),
      ...(rows.length === 0 ? [{ role: 'Строк', text: 'нет' }] : []),
    ],
    columns: shown.map(({ title, figures }, at) => ({ title, figures, width: widths[at] ?? NARROWEST })),
    rows: async function* () {
      for (let at = 0; at < cells.length; at += ROW_BATCH_SIZE) {
        yield cells
          .slice(at, at + ROW_BATCH_SIZE)
          .map((row) => ({ cells: filled.map((place) => row[place] ?? '') }));
      }
    },
  });
}

const ROW_BATCH_SIZE = 500;

/** Gives columns of figures the width of their longest figure; columns of text share the rest by the length of their texts. */
function computeWidths(shown: readonly { figures: boolean; longest: number }[]): number[] {
  const formatFigures = (item: { longest: number }) =>
    Math.max(NARROWEST, item.longest * CHARACTER_WIDTH + PADDING);
  const texts = shown.filter(({ figures }) => !figures);
  const taken = shown.reduce((sum, item) => sum + (item.figures ? formatFigures(item) : NARROWEST), 0);
  const wanted = texts.reduce((sum, { longest }) => sum + Math.min(longest, MAX_CHARACTERS), 0);
  const left = Math.max(0, FULL - taken);
  return shown.map((item) =>
    item.figures
      ? formatFigures(item) + (texts.length === 0 ? left / shown.length : 0)
      : NARROWEST + (left * Math.min(item.longest, MAX_CHARACTERS)) / wanted,
  );
}

function formatCell({ kind }: FileColumn<never>, value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return formatMoney(Math.round(value * 100));
  if (kind === 'day') return formatDateShort(value);
  return kind === 'time' ? formatTimeShort(new Date(value)) : value;
}
