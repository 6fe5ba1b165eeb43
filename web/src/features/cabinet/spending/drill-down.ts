import type { SummarySide } from '#contract/fuel/spending.ts';
import { getLastDay } from '../../../lib/get-last-day.ts';
import type { SpendingRow } from './spending-rows.ts';
import type { SpendingFilters } from './use-spending-filters.ts';

/** Order of drilling down: seller, card, fuel, time. */
const DRILL_DOWN_ORDER: readonly SummarySide[] = ['network', 'card', 'goods', 'month'];

/**
 * Returns the changes of filters for a click on a row. The report becomes that of the row, by the first grouping that
 * still adds information. Without such a grouping `by` is left out, and only its operations remain. Null if the row is
 * not a single item.
 */
export function drillDown(filters: SpendingFilters, row: SpendingRow): Partial<SpendingFilters> | null {
  const part = narrowed(filters, row);
  if (!part) return null;
  const next = { ...filters, ...part };
  const by = DRILL_DOWN_ORDER.find((side) => side !== filters.by && !isSettled(side, next));
  return by ? { ...part, by } : part;
}

function narrowed({ by, from, to }: SpendingFilters, row: SpendingRow): Partial<SpendingFilters> | null {
  const { key } = row;
  // Neither the rest nor a row without a name can be requested.
  if (key === null || (key === '' && by !== 'driver')) return null;
  switch (by) {
    case 'month':
      return { from: later(from, `${key}-01`), to: earlier(to, getLastDay(key)) };
    case 'network':
      return { partnerId: Number(key) };
    case 'card':
      return { cardId: Number(key) };
    case 'driver':
      return { drivers: key || 'none', driverId: undefined };
    case 'vehicle':
      return { vehicleId: Number(key) };
    // The report has no filter of groups.
    case 'group':
      return null;
    case 'goods':
      return { goods: key };
    case 'station':
      return { station: key };
  }
}

/** Returns whether the grouping can have only one row. */
function isSettled(side: SummarySide, filters: SpendingFilters): boolean {
  const { partnerId, cardId, goods, from, to } = filters;
  if (side === 'network') return partnerId !== undefined || cardId !== undefined;
  if (side === 'card') return cardId !== undefined;
  if (side === 'goods') return goods !== undefined;
  return side === 'month' && from.slice(0, 7) === to.slice(0, 7);
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
