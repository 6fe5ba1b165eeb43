import type { ReactNode } from 'react';
import type { MarginRow, MarginSums } from '#contract/backoffice/margin.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Column } from '../../../tables/column.ts';
import { RowLink } from '../../../tables/RowLink.tsx';
import { moneyColumn } from '../../../tables/usual-columns.tsx';
import { Litres, Money, NoMoney } from '../../../ui/text/Money.tsx';
import { findRowPath, formatRowTitle, SIDE_LABEL } from './margin-rows.ts';
import type { MarginFilters } from './use-margin-filters.ts';

type MoneyKey = Exclude<keyof MarginSums, 'sales' | 'litres' | 'percent'>;

/** Sums that explain the others, shown if the user chooses them. */
const EXTRA_SUMS: readonly (readonly [MoneyKey, string])[] = [
  ['station_sum', 'По цене АЗС'],
  ['discount', 'Скидки клиентам'],
  ['surcharge', 'Надбавки'],
  ['service_fee', 'Сервисный сбор'],
  ['other_fees', 'Сборы за карты'],
  ['received', 'Скидки сетей'],
  ['bonus', 'Бонусы сетей'],
  ['without_terms', 'Без условий закупки'],
];

/** Columns of the margin. What belongs to no row stays below the others, however they are sorted. */
export function marginColumns(filters: MarginFilters): readonly Column<MarginRow>[] {
  const { by } = filters;
  const getTitle = (row: MarginRow): string => formatRowTitle(by, row);
  return [
    {
      key: 'title',
      header: SIDE_LABEL[by].column,
      narrow: 'title',
      leastWidth: 200,
      fixed: true,
      value: getTitle,
      order: (row) => (by === 'month' || row.key === null ? row.key : getTitle(row)),
      cell: (row) => {
        const path = findRowPath(filters, row);
        return path === null ? getTitle(row) : <RowLink to={path}>{getTitle(row)}</RowLink>;
      },
    },
    countColumn('sales', 'Покупок', (value) => formatNumber(value)),
    countColumn('litres', 'Литры', (value) => <Litres value={value} />),
    ...EXTRA_SUMS.map(([key, header]) => sumColumn({ key, header, narrow: 'hidden', extra: true })),
    sumColumn({ key: 'revenue', header: 'Выручка', narrow: 'second' }),
    sumColumn({ key: 'cost', header: 'Закупка', narrow: 'line', leaves: 3 }),
    sumColumn({ key: 'corrections', header: 'Исправления', narrow: 'hidden', leaves: 1 }),
    sumColumn({ key: 'credit_cost', header: 'Стоимость кредита', narrow: 'line', leaves: 2 }),
    sumColumn({ key: 'margin', header: 'Маржа', narrow: 'aside' }),
    {
      key: 'percent',
      header: 'Маржа, %',
      align: 'end',
      // Two decimals in a file.
      kind: 'money',
      narrow: 'second',
      width: 110,
      value: (row) => row.percent,
      order: nullForRest((row) => row.percent),
      cell: (row) => <Percent value={row.percent} />,
    },
  ];
}

function sumColumn(
  options: Omit<Partial<Column<MarginRow>>, 'value'> & { key: MoneyKey; header: string },
): Column<MarginRow> {
  const { key } = options;
  return moneyColumn({
    leastWidth: 132,
    ...options,
    value: (row) => row[key],
    order: nullForRest((row) => row[key]),
  });
}

function countColumn(
  key: 'sales' | 'litres',
  header: string,
  format: (value: number) => ReactNode,
): Column<MarginRow> {
  return {
    key,
    header,
    align: 'end',
    kind: key === 'litres' ? 'litres' : 'count',
    narrow: 'hidden',
    extra: true,
    value: (row) => row[key],
    order: nullForRest((row) => row[key]),
    cell: (row) => format(row[key]),
  };
}

function nullForRest(order: (row: MarginRow) => number | null): (row: MarginRow) => number | null {
  return (row) => (row.key === null ? null : order(row));
}

/** The totals below the columns. */
export function marginFooter(totals: MarginSums): Readonly<Record<string, ReactNode>> {
  const keys = [
    ...EXTRA_SUMS.map(([key]) => key),
    'revenue',
    'cost',
    'corrections',
    'credit_cost',
    'margin',
  ] as const;
  return {
    title: 'Итого',
    sales: formatNumber(totals.sales),
    litres: <Litres value={totals.litres} />,
    ...Object.fromEntries(keys.map((key) => [key, <Money key={key} value={totals[key]} />])),
    percent: <Percent value={totals.percent} />,
  };
}

function Percent({ value }: { value: number | null }) {
  return value === null ? <NoMoney /> : <>{formatNumber(value, 2)}&nbsp;%</>;
}
