import { formatNumber } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { Litres, Money, NoMoney } from '../../ui/Money.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { rowTitle, SIDE_WORDS, sideInSentence, type SummaryRow } from './summary-rows.ts';
import type { SummaryColumn, SummaryFilters, SummarySort } from './use-summary-filters.ts';

type Props = {
  filters: SummaryFilters;
  rows: readonly SummaryRow[];
  totals: Omit<SummaryRow, 'key' | 'title'>;
  names: ReadonlyMap<string, string>;
  onSort: (sort: SummarySort) => void;
};

/** The rows of a summary with their totals. A month and a card link to their operations. */
export function SummaryTable({ filters, rows, totals, names, onSort }: Props) {
  const { by, sort } = filters;
  const sorted = (column: SummaryColumn): Column<SummaryRow>['sort'] => {
    const chosen = sort?.column === column;
    return {
      direction: chosen ? (sort.descending ? 'descending' : 'ascending') : 'none',
      // Names start at А, figures with the largest.
      onSort: () => onSort({ column, descending: chosen ? !sort.descending : column !== 'title' }),
    };
  };
  const columns: Column<SummaryRow>[] = [
    {
      key: 'title',
      header: SIDE_WORDS[by].column,
      narrow: 'title',
      sort: sorted('title'),
      cell: (row) => <RowName filters={filters} row={row} name={rowTitle(by, row, names)} />,
    },
    {
      key: 'count',
      header: 'Операций',
      align: 'end',
      sort: sorted('count'),
      cell: (row) => formatNumber(row.count),
    },
    {
      key: 'litres',
      header: 'Литры',
      align: 'end',
      sort: sorted('litres'),
      cell: (row) => <Litres value={row.litres} />,
    },
    {
      key: 'price',
      header: 'Средняя цена',
      align: 'end',
      sort: sorted('price'),
      cell: (row) => (row.average_price === null ? <NoMoney /> : <Money value={row.average_price} />),
    },
    {
      key: 'sum',
      header: 'Сумма',
      align: 'end',
      narrow: 'aside',
      sort: sorted('sum'),
      cell: (row) => <Money value={row.sum} />,
    },
  ];
  return (
    <Table
      caption={`Топливо ${sideInSentence(by)}`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.key ?? 'rest'}
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

function RowName({ filters, row, name }: { filters: SummaryFilters; row: SummaryRow; name: string }) {
  const address = operationsOf(filters, row);
  return address ? <TextLink to={address}>{name}</TextLink> : name;
}

/** The address of a row's operations; null when the list has no such filter. */
function operationsOf({ by, from, to, cardId }: SummaryFilters, row: SummaryRow): string | null {
  const month = by === 'month';
  if (row.key === null || (by !== 'card' && !month)) return null;
  const search = new URLSearchParams();
  const card = by === 'card' ? row.key : cardId;
  if (card) search.set('card', String(card));
  search.set('from', month ? later(from, `${row.key}-01`) : from);
  search.set('to', month ? earlier(to, lastDay(row.key)) : to);
  return `${paths.cardTransactions()}?${search}`;
}

function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
