import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { printedSheet } from '#contract/values/printed-sheet.ts';
import type { SummarySide } from '#contract/fuel/spending.ts';
import type { Summary, SummaryRow } from '#contract/fuel/summary/summary.ts';
import { formatDateShort } from '../../../lib/money-format.ts';
import { NAMELESS_LABELS, SIDE_HEADER, summaryColumns, type SummaryColumn } from './summary-csv.ts';

/** Heading above the rows. */
export interface WorkbookHead {
  company: string;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  /** Filters as text: «Сеть: Роснефть». */
  filters: readonly string[];
}

const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long', year: 'numeric' });

export const SUMMARY_TITLE: Record<SummarySide, string> = {
  month: 'по месяцам',
  network: 'по сетям',
  card: 'по картам',
  driver: 'по водителям',
  vehicle: 'по машинам',
  group: 'по группам машин',
  goods: 'по топливу',
  station: 'по АЗС',
};

const TRUCKS_THEN =
  'Заправки отнесены к машинам, на которых карта была в то время, и к группам этих машин на тот день; расход — по одометрам, между показаниями';

/**
 * Writes the figures of `summaryCsv` as a workbook. Its heading describes the report, and numbers are stored as
 * numbers.
 */
export async function summaryWorkbook(
  by: SummarySide,
  summary: Summary,
  head: WorkbookHead,
): Promise<Buffer> {
  const columns = summaryColumns(by, summary);
  const headers = [SIDE_HEADER[by], ...columns.map(({ header }) => header)];
  const above = headLines(by, summary, head);
  const titleRow = above.length + 2;
  const { options, workbook } = printedSheet({
    title: `Расходы ${SUMMARY_TITLE[by]}`,
    columns: headers.length,
    titleRow,
    lastRow: titleRow + summary.rows.length,
  });
  return await writeWorkbook(
    [
      ...above.map((text, place): Cell[] => [{ value: text, fontWeight: place === 0 ? 'bold' : undefined }]),
      [],
      headers.map((value): Cell => ({ value, fontWeight: 'bold' })),
      ...summary.rows.map((row) => [
        { type: String, value: summaryRowTitle(by, row) },
        ...columns.map((column) => figureCell(column, column.of(row))),
      ]),
      [
        { value: 'Итого', fontWeight: 'bold' },
        ...columns.map((column) => figureCell(column, column.ofTotals(summary.totals), 'bold')),
      ],
    ],
    { ...options, columns: [{ width: 36 }, ...columns.map(() => ({ width: 16 }))] },
    workbook,
  ).toBuffer();
}

function headLines(
  by: SummarySide,
  { compared, unfinished }: Summary,
  { company, dateFrom, dateTo, filters }: WorkbookHead,
): string[] {
  const begins = dateFrom ? `с ${formatDateShort(dateFrom)}` : 'с начала';
  const ends = dateTo ? ` по ${formatDateShort(dateTo)}` : '';
  return [
    `Расходы на топливо ${SUMMARY_TITLE[by]}`,
    company,
    `Период: ${begins}${ends}${unfinished ? ', не закончен' : ''}`,
    ...(compared
      ? [`Прошлый период: с ${formatDateShort(compared.from)} по ${formatDateShort(compared.to)}`]
      : []),
    ...filters,
    ...(by === 'vehicle' || by === 'group' ? [TRUCKS_THEN] : []),
    ...(by === 'driver'
      ? ['Заправки отнесены к водителям, которые были прикреплены к карте в то время']
      : []),
  ];
}

export function summaryRowTitle(by: SummarySide, { title, unfinished }: SummaryRow): string {
  if (by === 'month') {
    const month = MONTH.format(new Date(`${title}-01`)).replace(/\s?г\.$/, '');
    return `${month}${unfinished ? ', не закончен' : ''}`;
  }
  return title === '' ? NAMELESS_LABELS[by] : title;
}

function figureCell({ kind }: SummaryColumn, value: number | null, fontWeight?: 'bold'): Cell {
  if (value === null) return null;
  if (kind === 'hundredths') return { type: Number, value: value / 100, format: '#,##0.00', fontWeight };
  return kind === 'tenths'
    ? { type: Number, value: value / 10, format: '0.0', fontWeight }
    : { type: Number, value, format: '0', fontWeight };
}
