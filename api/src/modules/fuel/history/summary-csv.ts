import type { SummarySide } from '#contract/spending.ts';
import { csvNumberName, csvFile, csvHundredths, csvText } from '#contract/csv.ts';
import { NAMELESS, SIDE_HEADER, summaryColumns, type SummaryColumn } from './summary-columns.ts';
import type { Summary } from './summary.ts';

/** A summary for a Russian spreadsheet, totals last. */
export function summaryCsv(by: SummarySide, summary: Summary): string {
  const columns = summaryColumns(by, summary);
  return csvFile([
    [SIDE_HEADER[by], ...columns.map(({ header }) => header)],
    ...summary.rows.map((row) => [
      titleCell(by, row.title),
      ...columns.map((column) => figureCell(column, column.of(row))),
    ]),
    ['Итого', ...columns.map((column) => figureCell(column, column.ofTotals(summary.totals)))],
  ]);
}

function titleCell(by: SummarySide, title: string): string {
  if (by === 'card') return csvNumberName(title);
  return csvText(title === '' ? NAMELESS[by] : title);
}

function figureCell({ kind }: SummaryColumn, value: number | null): string {
  if (value === null) return '';
  if (kind === 'hundredths') return csvHundredths(value);
  return kind === 'tenths' ? (value / 10).toFixed(1).replace('.', ',') : String(value);
}
