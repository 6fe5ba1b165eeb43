import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SUMMARY_SIDES, type SummarySide } from '#contract/operations.ts';
import { moscowDay } from '../../lib/format.ts';
import { useWriteAddress } from '../../state/use-write-address.ts';
import { ANY_ID, dayOf, offeredValue, pageOf } from '../../lib/read-address.ts';

/** What the summary covers and how it is shown, as in the address. */
export interface SummaryFilters {
  by: SummarySide;
  from: string;
  to: string;
  cardId: number | undefined;
  measure: 'sum' | 'litres';
  page: number;
}

/**
 * Reads the filters from the address and writes them there; the default period is twelve months to date. What no field
 * offers counts as not chosen.
 */
export function useSummaryFilters(
  cardIds: readonly string[] | null,
): [SummaryFilters, (change: Partial<SummaryFilters>) => void] {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const [today] = useState(() => moscowDay(new Date()));
  const filters: SummaryFilters = {
    by: SUMMARY_SIDES.find((side) => side === search.get('by')) ?? 'month',
    from: dayOf(search.get('from')) ?? yearBefore(today),
    to: dayOf(search.get('to')) ?? today,
    cardId: Number(offeredValue(search.get('card'), cardIds ?? ANY_ID)) || undefined,
    measure: search.get('measure') === 'litres' ? 'litres' : 'sum',
    page: pageOf(search.get('page')),
  };

  function change(part: Partial<SummaryFilters>) {
    const { by, from, to, cardId, measure, page = 1 } = part;
    write({
      ...('by' in part && { by: by === 'month' ? null : by }),
      ...('from' in part && { from, to }),
      ...('cardId' in part && { card: cardId }),
      ...('measure' in part && { measure: measure === 'litres' ? measure : null }),
      page: page > 1 ? page : null,
    });
  }

  return [filters, change];
}

/** The filters as the call takes them. */
export function summaryQuery({ by, from, to, cardId }: SummaryFilters) {
  return { by, dateFrom: from, dateTo: to, cardId };
}

/** The first day of the month eleven months ago: with the current month, twelve. */
function yearBefore(today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10);
}
