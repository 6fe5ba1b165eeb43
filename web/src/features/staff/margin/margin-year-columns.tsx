import type { ReactNode } from 'react';
import type { MarginMonth, MarginYearRow } from '#contract/backoffice/margin.ts';
import { capitalized, formatDate, formatNumber } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../tables/column.ts';
import { RowLink } from '../../../tables/RowLink.tsx';
import { Litres, Money } from '../../../ui/text/Money.tsx';
import { SIDE_LABEL } from './margin-rows.ts';
import type { MarginFigure, MarginYearFilters } from './use-margin-year.ts';

export const FIGURE_LABEL: Record<MarginFigure, string> = {
  margin: 'Маржа, ₽',
  percent: 'Маржа, %',
  revenue: 'Выручка, ₽',
  cost: 'Закупка, ₽',
  litres: 'Литры',
};

/** Sums and litres of a month stand whole in the table; a file has all decimals. */
const DECIMALS: Record<MarginFigure, number> = { margin: 0, percent: 1, revenue: 0, cost: 0, litres: 0 };

/** The figure with its unit, as the chart and the total show it. */
export function showFigure(figure: MarginFigure, value: number): ReactNode {
  if (figure === 'percent') return <>{formatNumber(value, 2)}&nbsp;%</>;
  return figure === 'litres' ? <Litres value={value} /> : <Money value={value} />;
}

interface Options {
  filters: MarginYearFilters;
  /** `YYYY-MM`. */
  months: readonly string[];
}

/** A row, its year, and one column a month. A month without anything is empty. */
export function marginYearColumns({ filters, months }: Options): readonly Column<MarginYearRow>[] {
  const { by, figure } = filters;
  const kind = figure === 'litres' ? 'litres' : 'money';
  return [
    {
      key: 'title',
      header: SIDE_LABEL[by].column,
      narrow: 'title',
      leastWidth: 180,
      fixed: true,
      value: ({ title }) => title,
      order: ({ key, title }) => (key === null ? null : title),
      cell: ({ key, title }) =>
        key === null ? title : <RowLink to={findYearRowPath({ ...filters, row: key })}>{title}</RowLink>,
    },
    {
      key: 'year',
      header: 'Год',
      align: 'end',
      kind,
      narrow: 'aside',
      leastWidth: 100,
      value: ({ year }) => year[figure],
      order: ({ key, year }) => (key === null ? null : year[figure]),
      cell: ({ year }) => <strong>{formatCell(figure, year)}</strong>,
    },
    ...months.map((month, index): Column<MarginYearRow> => {
      const get = (row: MarginYearRow) => row.months[index]?.[figure] ?? null;
      return {
        key: month.slice(-2),
        header: formatMonth(month),
        align: 'end',
        kind,
        narrow: 'hidden',
        leastWidth: 84,
        value: get,
        order: (row) => (row.key === null ? null : get(row)),
        cell: (row) => formatCell(figure, row.months[index]),
      };
    }),
  ];
}

/** The totals below the columns. */
export function marginYearFooter(
  { filters: { figure }, months }: Options,
  totals: { months: readonly MarginMonth[]; year: MarginMonth },
): Readonly<Record<string, ReactNode>> {
  return {
    title: 'Итого',
    year: formatCell(figure, totals.year),
    ...Object.fromEntries(
      months.map((month, index) => [month.slice(-2), formatCell(figure, totals.months[index])]),
    ),
  };
}

function formatCell(figure: MarginFigure, month: MarginMonth | undefined): string | null {
  const value = month?.[figure] ?? null;
  return value === null || value === 0 ? null : formatNumber(value, DECIMALS[figure]);
}

/** «Янв». */
function formatMonth(month: string): string {
  return capitalized(formatDate(month, 'month')).slice(0, 3);
}

/** The address of the year with the months of one row in the chart. */
function findYearRowPath({ year, by, figure, row }: MarginYearFilters): string {
  const chosen = new URLSearchParams({ view: 'year', year, by, figure, ...(row !== null && { row }) });
  return `${paths.staffMargin}?${chosen}`;
}
