import type { SummarySide } from '#contract/fuel/spending.ts';
import { csvNumberName, csvFile, csvHundredths, csvText } from '#contract/values/csv.ts';
import { runFigures } from '#contract/values/run.ts';
import {
  averagePrice,
  getDifference,
  perCard,
  priceOverNetwork,
  getShare,
  type ComparedSpending,
  type Summary,
  type SummaryRow,
} from '#contract/fuel/summary/summary.ts';

/** A figure of a summary's file: a whole number, or hundredths, tenths of something. Null where there is none. */
export interface SummaryColumn {
  header: string;
  kind: 'count' | 'hundredths' | 'tenths';
  of: (row: SummaryRow) => number | null;
  ofTotals: (totals: ComparedSpending) => number | null;
}

/** Title of the first column of a summary. */
export const SIDE_HEADER: Record<SummarySide, string> = {
  month: 'Месяц',
  network: 'Сеть',
  card: 'Карта',
  driver: 'Водитель',
  vehicle: 'Машина',
  group: 'Группа машин',
  goods: 'Топливо',
  station: 'АЗС',
};

/** Label of a row without a name. */
export const NAMELESS_LABELS: Record<SummarySide, string> = {
  month: '',
  network: '',
  card: '',
  driver: 'Без водителя',
  vehicle: 'Без машины',
  group: 'Без группы',
  goods: 'Без названия',
  station: 'Без адреса',
};

const PERIOD_COMPARISON: readonly SummaryColumn[] = [
  {
    header: 'Прошлый период',
    kind: 'hundredths',
    of: ({ previous }) => previous,
    ofTotals: ({ previous }) => previous,
  },
  { header: 'Разница', kind: 'hundredths', of: getDifference, ofTotals: getDifference },
];

/** Each month is compared with the one before it, unless that one had no spending. All months have no other to compare with. */
const MONTH_COMPARISON: readonly SummaryColumn[] = [
  {
    header: 'Месяцем раньше',
    kind: 'hundredths',
    of: ({ previous }) => previous || null,
    ofTotals: () => null,
  },
  {
    header: 'Разница',
    kind: 'hundredths',
    of: (row) => (row.previous === 0 ? null : getDifference(row)),
    ofTotals: () => null,
  },
];

/** The figures of a summary's files, the same in each of them. */
export function summaryColumns(by: SummarySide, { totals }: Pick<Summary, 'totals'>): SummaryColumn[] {
  const sameForTotals = (of: (comparedSpending: ComparedSpending) => number | null) => ({ of, ofTotals: of });
  const columns: SummaryColumn[] = [
    { header: 'Операций', kind: 'count', ...sameForTotals(({ count }) => count) },
    { header: 'Литры', kind: 'hundredths', ...sameForTotals(({ centilitres }) => centilitres) },
    { header: 'Средняя цена', kind: 'hundredths', ...sameForTotals(averagePrice) },
    { header: 'Сумма', kind: 'hundredths', ...sameForTotals(({ spent }) => spent) },
    {
      header: 'Доля, %',
      kind: 'tenths',
      ...sameForTotals((comparedSpending) => getShare(comparedSpending, totals)),
    },
    ...(by === 'month' ? MONTH_COMPARISON : PERIOD_COMPARISON),
    { header: 'Карт', kind: 'count', ...sameForTotals(({ cards }) => cards) },
    { header: 'Литров на карту', kind: 'hundredths', ...sameForTotals(perCard) },
  ];
  const runs: SummaryColumn[] = [
    { header: 'Пробег, км', kind: 'count', ...sameForTotals(({ run }) => run && run.km) },
    {
      header: 'Литров на 100 км',
      kind: 'hundredths',
      ...sameForTotals(({ run }) => runFigures(run).centilitresPer100Km),
    },
    {
      header: 'Рублей на км',
      kind: 'hundredths',
      ...sameForTotals(({ run }) => runFigures(run).kopecksPerKm),
    },
    {
      header: 'Рублей на км с дорогами',
      kind: 'hundredths',
      ...sameForTotals(({ run }) => runFigures(run).costKopecksPerKm),
    },
  ];
  if (by === 'vehicle' || by === 'group') return [...columns, ...runs];
  const overNetwork: SummaryColumn = {
    header: 'К средней цене сети',
    kind: 'hundredths',
    of: priceOverNetwork,
    ofTotals: () => null,
  };
  return by === 'card' || by === 'driver' || by === 'station' ? [...columns, overNetwork] : columns;
}

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
  return csvText(title === '' ? NAMELESS_LABELS[by] : title);
}

export function figureCell({ kind }: SummaryColumn, value: number | null): string {
  if (value === null) return '';
  if (kind === 'hundredths') return csvHundredths(value);
  return kind === 'tenths' ? (value / 10).toFixed(1).replace('.', ',') : String(value);
}
