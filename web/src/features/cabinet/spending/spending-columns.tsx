import type { ReactNode } from 'react';
import type { SummarySide } from '#contract/fuel/spending.ts';
import { formatMoney, formatNumber } from '../../../lib/format.ts';
import { Litres, Money, NoMoney } from '../../../ui/text/Money.tsx';
import { LeftOutPart } from '../../../tables/LeftOutPart.tsx';
import type { Column, Value } from '../../../tables/column.ts';
import { RowLink } from '../../../tables/RowLink.tsx';
import { getMaximum, NetworkBar } from './NetworkBar.tsx';
import { rowTitle, SIDE_LABELS, type SpendingMeta, type SpendingRow } from './spending-rows.ts';
import styles from './SpendingColumns.module.css';

type ColumnsInput = {
  by: SummarySide;
  /** The cards' names, by their ids. */
  names: ReadonlyMap<string, string>;
  /** All rows: the longest bar is that of the largest one. */
  rows: readonly SpendingRow[];
  /** Address that a click on a row opens, or null if the row can't be opened. */
  getPlace: (row: SpendingRow) => string | null;
  /** A chart above the table shows the same bars; paper has no chart. */
  hasChart?: boolean;
};

type Figure = Omit<Column<SpendingRow>, 'cell' | 'value' | 'order'> & {
  of: (row: SpendingRow) => number | null;
  cell: (value: number, row: SpendingRow) => ReactNode;
};

/** The columns of the report: what a row is with its bar, and its figures. */
export function spendingColumns({
  by,
  names,
  rows,
  getPlace: getPath,
  hasChart = false,
}: ColumnsInput): readonly Column<SpendingRow>[] {
  const max = getMaximum(rows);
  const getTitle = (row: SpendingRow) => rowTitle(by, row, names);
  return [
    {
      key: 'title',
      header: SIDE_LABELS[by].column,
      narrow: 'title',
      leastWidth: 200,
      fixed: true,
      value: getTitle,
      // Months in their order, not in that of their names.
      order: nullForRest((row) => (by === 'month' ? row.title : getTitle(row))),
      cell: (row) => {
        const place = getPath(row);
        return (
          <span className={styles.name}>
            {place === null ? getTitle(row) : <RowLink to={place}>{getTitle(row)}</RowLink>}
            {row.unfinished && <span className={styles.quiet}> месяц не закончен</span>}
            <span data-print={hasChart ? 'only' : undefined}>
              <NetworkBar networks={row.networks} max={max} />
            </span>
          </span>
        );
      },
    },
    ...(hasRuns(by) ? TRUCK_COLUMNS : FIGURES).map((figure) =>
      figureColumn(by === 'month' ? { ...figure, ...MONTH_HEADERS[figure.key] } : figure),
    ),
  ];
}

/** Each month is compared with the one before it, unless that one had no spending. */
const MONTH_HEADERS: Readonly<Record<string, Pick<Figure, 'header' | 'of'>>> = {
  previous: { header: 'Месяцем раньше', of: (row) => row.previous_sum || null },
  difference: { header: 'К прошлому месяцу', of: (row) => (row.previous_sum ? row.difference : null) },
};

const FIGURES: readonly Figure[] = [
  {
    key: 'count',
    header: 'Операций',
    kind: 'count',
    narrow: 'hidden',
    extra: true,
    of: (row) => row.count,
    cell: (value) => formatNumber(value),
  },
  {
    key: 'cards',
    header: 'Карт',
    kind: 'count',
    narrow: 'hidden',
    extra: true,
    of: (row) => row.cards,
    cell: (value) => formatNumber(value),
  },
  {
    key: 'per_card',
    header: 'Литров на карту',
    kind: 'litres',
    narrow: 'hidden',
    extra: true,
    of: (row) => row.litres_per_card,
    cell: (value) => <Litres value={value} />,
  },
  {
    key: 'litres',
    header: 'Литры',
    kind: 'litres',
    narrow: 'second',
    of: (row) => row.litres,
    cell: (value) => <Litres value={value} />,
  },
  {
    key: 'price',
    header: 'Средняя цена',
    kind: 'money',
    narrow: 'second',
    of: (row) => row.average_price,
    cell: (value, row) => (
      <>
        <Money value={value} />
        {row.price_over_network !== null && (
          <span className={styles.below}>{formatOverNetwork(row.price_over_network)}</span>
        )}
      </>
    ),
  },
  {
    key: 'previous',
    header: 'Прошлый период',
    kind: 'money',
    narrow: 'hidden',
    extra: true,
    of: (row) => row.previous_sum,
    cell: (value) => <Money value={value} />,
  },
  {
    key: 'difference',
    header: 'К прошлому периоду',
    leaves: 1,
    inName: true,
    kind: 'money',
    narrow: 'line',
    of: (row) => row.difference,
    cell: (value) => <Money value={value} signed />,
  },
  {
    key: 'share',
    header: 'Доля',
    kind: 'count',
    narrow: 'second',
    of: (row) => row.share,
    cell: (value) => `${formatNumber(value, 1)}\u00a0%`,
  },
  {
    key: 'sum',
    header: 'Сумма',
    kind: 'money',
    narrow: 'aside',
    of: (row) => row.sum,
    cell: (value, row) => (
      <>
        <Money value={value} />
        {row.previous_sum !== null && row.previous_sum > 0 && row.difference !== null && (
          <LeftOutPart column="difference">
            <span className={styles.below}>
              <Money value={row.difference} signed /> к прошлому
            </span>
          </LeftOutPart>
        )}
      </>
    ),
  },
];

/** Distances of the trucks, as on their own pages. */
const RUNS: readonly Figure[] = [
  {
    key: 'km',
    header: 'Пробег, км',
    kind: 'count',
    narrow: 'hidden',
    of: (row) => row.km,
    cell: (value) => formatNumber(value),
  },
  {
    key: 'litres_100km',
    header: 'Литров на 100 км',
    kind: 'litres',
    narrow: 'line',
    of: (row) => row.litres_100km,
    cell: (value) => <Litres value={value} />,
  },
  {
    key: 'rubles_km',
    header: 'Рублей на км',
    kind: 'money',
    narrow: 'line',
    of: (row) => row.cost_km,
    cell: (value) => <Money value={value} />,
  },
];

/** The share of the whole is hidden to make room for these columns, unless the user chooses it. */
const TRUCK_COLUMNS = [
  ...FIGURES.map((figure) => (figure.key === 'share' ? { ...figure, extra: true } : figure)),
  ...RUNS,
];

export function hasRuns(by: SummarySide): boolean {
  return by === 'vehicle' || by === 'group';
}

function figureColumn({ of, cell, ...input }: Figure): Column<SpendingRow> {
  return {
    align: 'end',
    leastWidth: 132,
    ...input,
    value: of,
    order: nullForRest(of),
    cell: (row) => {
      const value = of(row);
      return value === null ? null : cell(value, row);
    },
  };
}

/** `+0,84 ₽/л к сети` */
function formatOverNetwork(over: number): string {
  return over === 0 ? 'как в среднем по сети' : `${formatMoney(over, { signed: true })}/л к сети`;
}

/** Leaves the row of all that exceeds the server's limit at the end, however the table is sorted. */
function nullForRest(order: (row: SpendingRow) => Value): (row: SpendingRow) => Value {
  return (row) => (row.key === null ? null : order(row));
}

/** The totals below the columns. Months are each compared with another one, so their sum is no period's. */
export function spendingFooter(
  by: SummarySide,
  totals: SpendingMeta['totals'],
): Readonly<Record<string, ReactNode>> {
  const {
    average_price: price,
    previous_sum: previous,
    difference,
    cards,
    litres_per_card: perCard,
  } = totals;
  const isCompared = by !== 'month' && previous !== null && difference !== null;
  return {
    title: 'Итого',
    count: formatNumber(totals.count),
    cards: cards === null ? null : formatNumber(cards),
    per_card: perCard === null ? null : <Litres value={perCard} />,
    litres: <Litres value={totals.litres} />,
    price: price === null ? <NoMoney /> : <Money value={price} />,
    previous: isCompared ? <Money value={previous} /> : null,
    difference: isCompared ? <Money value={difference} signed /> : null,
    sum: <Money value={totals.sum} />,
    km: totals.km === null ? null : formatNumber(totals.km),
    litres_100km: totals.litres_100km === null ? null : <Litres value={totals.litres_100km} />,
    rubles_km: totals.cost_km === null ? null : <Money value={totals.cost_km} />,
  };
}
