import { csvFile, csvNumberName, csvText } from '#contract/values/csv.ts';
import { figureCell, summaryColumns } from '../../fuel/history/summary-csv.ts';
import type { CompaniesSpending } from './read-companies-spending.ts';

/** The fuel of several companies for a Russian spreadsheet, with the columns of the report of one, totals last. */
export function companiesSpendingCsv({ companies, totals }: CompaniesSpending): string {
  const columns = summaryColumns('vehicle', { totals });
  return csvFile([
    ['Компания', 'ИНН', ...columns.map(({ header }) => header)],
    ...companies.map(({ title, inn, totals: own }) => [
      csvText(title),
      csvNumberName(inn),
      ...columns.map((column) => figureCell(column, column.ofTotals(own))),
    ]),
    ['Итого', '', ...columns.map((column) => figureCell(column, column.ofTotals(totals)))],
  ]);
}
