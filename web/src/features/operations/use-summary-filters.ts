import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SUMMARY_SIDES, type SummarySide } from '#contract/operations.ts';
import { moscowDay } from '../../lib/format.ts';
import { ANY_ID, dayOf, offeredValue, pageOf } from '../../lib/read-address.ts';

const SUMMARY_COLUMNS = ['title', 'count', 'litres', 'price', 'sum'] as const;
export type SummaryColumn = (typeof SUMMARY_COLUMNS)[number];

/** A column and its direction; null is the server's order: months in sequence, otherwise the largest first. */
export type SummarySort = { column: SummaryColumn; descending: boolean } | null;

/** What the summary covers and how it is shown, as in the address. */
export interface SummaryFilters {
  by: SummarySide;
  from: string;
  to: string;
  cardId: number | undefined;
  measure: 'sum' | 'litres';
  sort: SummarySort;
  page: number;
}

/**
 * Reads the filters from the address and writes them there; the default period is twelve months to date. What no field
 * offers counts as not chosen.
 */
export function useSummaryFilters(
  cardIds: readonly string[] | null,
): [SummaryFilters, (change: Partial<SummaryFilters>) => void] {
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => moscowDay(new Date()));
  const filters: SummaryFilters = {
    by: SUMMARY_SIDES.find((side) => side === search.get('by')) ?? 'month',
    from: dayOf(search.get('from')) ?? yearBefore(today),
    to: dayOf(search.get('to')) ?? today,
    cardId: Number(offeredValue(search.get('card'), cardIds ?? ANY_ID)) || undefined,
    measure: search.get('measure') === 'litres' ? 'litres' : 'sum',
    sort: readSort(search.get('sort')),
    page: pageOf(search.get('page')),
  };

  function change(part: Partial<SummaryFilters>) {
    const next = { ...filters, page: 1, ...part };
    const written = {
      by: next.by === 'month' ? '' : next.by,
      from: next.from,
      to: next.to,
      card: next.cardId ? String(next.cardId) : '',
      measure: next.measure === 'litres' ? 'litres' : '',
      sort: writeSort(next.sort),
      page: next.page > 1 ? String(next.page) : '',
    };
    setSearch(Object.fromEntries(Object.entries(written).filter(([, value]) => value !== '')), {
      replace: true,
    });
  }

  return [filters, change];
}

/** The filters as the call takes them. */
export function summaryQuery({ by, from, to, cardId }: SummaryFilters) {
  return { by, dateFrom: from, dateTo: to, cardId };
}

/** `sum`, or `-sum` for the largest first. */
export function writeSort(sort: SummarySort): string {
  return sort ? `${sort.descending ? '-' : ''}${sort.column}` : '';
}

export function readSort(text: string | null): SummarySort {
  const column = SUMMARY_COLUMNS.find((one) => one === text?.replace('-', ''));
  return column ? { column, descending: text?.startsWith('-') ?? false } : null;
}

/** The first day of the month eleven months ago: with the current month, twelve. */
function yearBefore(today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10);
}
