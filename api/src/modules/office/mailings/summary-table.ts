import type { SummarySide } from '#contract/spending.ts';
import type { FileColumn } from '../../../lib/table-file.ts';
import { SIDE_HEADER, summaryColumns, type SummaryColumn } from '../../fuel/history/summary-csv.ts';
import { SUMMARY_TITLE, summaryRowTitle } from '../../fuel/history/summary-workbook.ts';
import type { Summary } from '../../fuel/history/summary.ts';
import type { ReportTable } from './arrange-table.ts';

/** Returns the rows and the totals of the spending report for a PDF, as its workbook has them. */
export function summaryTable(by: SummarySide, summary: Summary): ReportTable {
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

export function summaryTitle(by: SummarySide): string {
  return `Расходы на топливо ${SUMMARY_TITLE[by]}`;
}

/** Hundredths are a number with two decimals; counts and tenths are written as they are. */
function toCellValue({ kind }: SummaryColumn, value: number | null): string | number | null {
  if (value === null) return null;
  if (kind === 'hundredths') return value / 100;
  return kind === 'tenths' ? (value / 10).toFixed(1).replace('.', ',') : String(value);
}
