import { useSearchParams } from 'react-router';
import { MARGIN_SIDES, type MarginSide } from '#contract/backoffice/margin.ts';
import { parseDay } from '../../../lib/read-address.ts';
import { useToday } from '../../../lib/use-today.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';

/** Period and breakdown of the margin, as in the address. */
export interface MarginFilters {
  by: MarginSide;
  from: string;
  to: string;
}

/** Reads the filters from the address and writes them there; the default period is three months to date. */
export function useMarginFilters(): [MarginFilters, (change: Partial<MarginFilters>) => void] {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const today = useToday();
  const filters = {
    by: MARGIN_SIDES.find((side) => side === search.get('by')) ?? 'client',
    from: parseDay(search.get('from')) ?? getFirstDay(today, 2),
    to: parseDay(search.get('to')) ?? today,
  };
  return [filters, (change) => write({ ...change })];
}

/** The first day of the month that is this many months before a day's. */
function getFirstDay(day: string, monthsBefore: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - monthsBefore, 1)).toISOString().slice(0, 10);
}
