import type { SummarySide } from '#contract/operations.ts';
import { csvCardNumber, csvFile, csvHundredths, csvText } from '#contract/csv.ts';
import { averagePrice, type Spending, type Summary } from './summary.ts';

/** What the first column of a summary holds. */
const SIDE_HEADER: Record<SummarySide, string> = {
  month: 'Месяц',
  card: 'Карта',
  driver: 'Водитель',
  goods: 'Топливо',
  station: 'АЗС',
  network: 'Сеть',
};

/** A summary for a Russian spreadsheet, totals last. */
export function summaryCsv(by: SummarySide, { rows, totals }: Summary): string {
  return csvFile([
    [SIDE_HEADER[by], 'Операций', 'Литры', 'Средняя цена', 'Сумма'],
    ...rows.map((row) => [titleCell(by, row.title), ...cells(row)]),
    ['Итого', ...cells(totals)],
  ]);
}

function titleCell(by: SummarySide, title: string): string {
  if (by === 'card') return csvCardNumber(title);
  return csvText(title === '' ? NAMELESS[by] : title);
}

const NAMELESS: Record<SummarySide, string> = {
  month: '',
  card: '',
  driver: 'Без водителя',
  goods: 'Без названия',
  station: 'Без адреса',
  network: '',
};

function cells(one: Spending): string[] {
  const price = averagePrice(one);
  return [
    String(one.count),
    csvHundredths(one.centilitres),
    price === null ? '' : csvHundredths(price),
    csvHundredths(one.spent),
  ];
}
