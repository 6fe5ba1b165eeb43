import { setImmediate } from 'node:timers/promises';
import { MAX_INVOICE_LINES } from '#contract/fuel/network-invoices.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { addDays } from '../../../lib/days.ts';
import { formatDateShort } from '../../../lib/money-format.ts';
import { readTable } from '../../../lib/tables/read-table.ts';
import { describeTooManyRows, MAX_TABLE_COLUMNS } from '../../../lib/tables/table-limits.ts';
import { findReportColumns, type Report } from './report-columns.ts';
import { LineReader, type ReportLine } from './report-line.ts';

export interface ReadReport {
  lines: ReportLine[];
  columns: Report['columns'];
}

// A line and a total for each card are more rows than lines.
const LIMITS = {
  rows: 2 * MAX_INVOICE_LINES,
  columns: MAX_TABLE_COLUMNS,
  cellLength: 300,
  times: true,
} as const;
/** Rows that are read before other work gets its turn. */
const BATCH_SIZE = 1000;
/** The most mistakes of a file that are reported: its sender corrects the first ones anyway. */
const MAX_PROBLEMS = 10;

/**
 * Reads the report of a network for a period. Refuses `file`: none, not a table, a column that is missing, rows that are
 * wrong or of other days, too many lines.
 */
export async function readReport(
  file: UploadedFile | null,
  period: { from: string; to: string },
): Promise<ReadReport> {
  if (!file) throw fieldRefusal('file', 'Выберите файл с отчётом сети');
  const report = findReportColumns(await readTable(file.bytes, LIMITS));
  if ('missing' in report) {
    const missing = report.missing.map((title) => `«${title}»`).join(', ');
    throw fieldRefusal(
      'file',
      `В файле не найдены столбцы: ${missing}. Первая строка списка называет столбцы`,
    );
  }
  const reader = new LineReader(report.places);
  const lines: ReportLine[] = [];
  for (const [index, row] of report.rows.entries()) {
    if (index % BATCH_SIZE === 0) await setImmediate();
    const line = reader.read(row);
    if (line) lines.push(line);
    if (lines.length > MAX_INVOICE_LINES) throw fieldRefusal('file', describeTooManyRows(MAX_INVOICE_LINES));
    if (line && !isWithin(line, period))
      reader.problems.push(
        `Строка ${line.row}: ${formatDateShort(line.clock.slice(0, 10))} не входит в период счёта`,
      );
  }
  if (reader.problems.length > 0) throw fieldRefusal('file', formatProblems(reader.problems));
  if (lines.length === 0) throw fieldRefusal('file', 'В файле нет ни одной заправки');
  return { lines, columns: report.columns };
}

/** A clock that is not Moscow's may be a day beside it. */
function isWithin({ clock }: ReportLine, { from, to }: { from: string; to: string }): boolean {
  const day = clock.slice(0, 10);
  return day >= addDays(from, -1) && day <= addDays(to, 1);
}

function formatProblems(problems: readonly string[]): string {
  const rest = problems.length - MAX_PROBLEMS;
  return [...problems.slice(0, MAX_PROBLEMS), ...(rest > 0 ? [`и ещё ошибок: ${rest}`] : [])].join('; ');
}
