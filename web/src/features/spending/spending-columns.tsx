import type { SummarySide } from '#contract/operations.ts';
import { formatNumber } from '../../lib/format.ts';
import { lastDayOf } from '../../lib/last-day-of.ts';
import { paths } from '../../paths.ts';
import { Litres, Money, NoMoney } from '../../ui/Money.tsx';
import type { Column, Value } from '../../tables/column.ts';
import type { ViewControl } from '../../tables/use-table-view.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { rowTitle, SIDE_WORDS, sideInSentence, type SummaryRow } from './summary-rows.ts';
import type { SummaryFilters } from './use-summary-filters.ts';

type Props = {
  by: SummarySide;
  columns: readonly Column<SummaryRow>[];
  rows: readonly SummaryRow[];
  totals: Omit<SummaryRow, 'key' | 'title'>;
  control: ViewControl;
};

/** What a row's link to its operations has to say again. */
type Covered = Pick<SummaryFilters, 'by' | 'from' | 'to' | 'cardId'>;

/** The columns of a summary. A month and a card link to their operations. */
export function summaryColumns(
  filters: Covered,
  names: ReadonlyMap<string, string>,
): readonly Column<SummaryRow>[] {
  const { by } = filters;
  return [
    {
      key: 'title',
      header: SIDE_WORDS[by].column,
      narrow: 'title',
      fixed: true,
      value: (row) => rowTitle(by, row, names),
      // Months in their order, not in that of their names.
      order: unlessRest((row) => (by === 'month' ? row.title : rowTitle(by, row, names))),
      cell: (row) => <RowName filters={filters} row={row} name={rowTitle(by, row, names)} />,
    },
    {
      key: 'count',
      header: 'Операций',
      align: 'end',
      kind: 'count',
      narrow: 'second',
      value: (row) => row.count,
      order: unlessRest((row) => row.count),
      cell: (row) => (
        <>
          {formatNumber(row.count)}
          <span data-phone>&nbsp;оп.</span>
        </>
      ),
    },
    {
      key: 'litres',
      header: 'Литры',
      align: 'end',
      kind: 'litres',
      narrow: 'second',
      value: (row) => row.litres,
      order: unlessRest((row) => row.litres),
      cell: (row) => <Litres value={row.litres} />,
    },
    {
      key: 'price',
      header: 'Средняя цена',
      align: 'end',
      kind: 'money',
      narrow: 'second',
      value: (row) => row.average_price,
      order: unlessRest((row) => row.average_price),
      cell: (row) => (row.average_price === null ? <NoMoney /> : <Money value={row.average_price} />),
    },
    {
      key: 'sum',
      header: 'Сумма',
      align: 'end',
      kind: 'money',
      narrow: 'aside',
      value: (row) => row.sum,
      order: unlessRest((row) => row.sum),
      cell: (row) => <Money value={row.sum} />,
    },
  ];
}

/** What exceeds the server's limit is one row, and stays the last. */
function unlessRest(order: (row: SummaryRow) => Value): (row: SummaryRow) => Value {
  return (row) => (row.key === null ? null : order(row));
}

/** The rows of a summary, already in order, with their totals. */
export function SummaryTable({ by, columns, rows, totals, control }: Props) {
  return (
    <DataTable
      caption={`Топливо ${sideInSentence(by)}`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.key ?? 'rest'}
      control={control}
      inOrder
      footer={{
        title: 'Итого',
        count: formatNumber(totals.count),
        litres: <Litres value={totals.litres} />,
        price: totals.average_price === null ? <NoMoney /> : <Money value={totals.average_price} />,
        sum: <Money value={totals.sum} />,
      }}
    />
  );
}

function RowName({ filters, row, name }: { filters: Covered; row: SummaryRow; name: string }) {
  const address = operationsOf(filters, row);
  return address ? <TextLink to={address}>{name}</TextLink> : name;
}

/** The address of a row's operations; null when the list has no such filter. */
function operationsOf({ by, from, to, cardId }: Covered, row: SummaryRow): string | null {
  const month = by === 'month';
  if (row.key === null || (by !== 'card' && !month)) return null;
  const search = new URLSearchParams();
  const card = by === 'card' ? row.key : cardId;
  if (card) search.set('card', String(card));
  search.set('from', month ? later(from, `${row.key}-01`) : from);
  search.set('to', month ? earlier(to, lastDayOf(row.key)) : to);
  return `${paths.cardTransactions()}?${search}`;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
