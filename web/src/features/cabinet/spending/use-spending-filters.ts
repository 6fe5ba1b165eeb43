import { useSearchParams } from 'react-router';
import { SUMMARY_SIDES, type SummarySide } from '#contract/fuel/spending.ts';
import { readSubject, type Subject } from '../../../cards/subject-fields.ts';
import { useOfferedPartners } from '../../../state/use-offered-partners.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { ANY_ID, parseDay, offeredValue, parsePage, withValues } from '../../../lib/read-address.ts';
import { useToday } from '../../../lib/use-today.ts';

/** Period, filters and grouping of the report, as in the address. */
export interface SpendingFilters extends Subject {
  by: SummarySide;
  from: string;
  to: string;
  page: number;
}

/** Filters without a choice. */
export const NOTHING_CHOSEN: Partial<SpendingFilters> = {
  partnerId: undefined,
  cardId: undefined,
  driverId: undefined,
  drivers: undefined,
  vehicleId: undefined,
  groupId: undefined,
  goods: undefined,
  station: undefined,
};

/** The names of the address. The list of operations has the same ones. */
const NAMES = {
  from: 'from',
  to: 'to',
  partnerId: 'network',
  cardId: 'card',
  driverId: 'driver',
  drivers: 'drivers',
  vehicleId: 'vehicle',
  groupId: 'group',
  goods: 'goods',
  station: 'station',
} as const;

/**
 * Reads the filters from the address and writes them there; the default period is twelve months to date. What no field
 * offers counts as not chosen.
 */
export function useSpendingFilters(known: {
  cardIds: readonly string[] | null;
  driverIds: readonly string[] | null;
}): [SpendingFilters, (change: Partial<SpendingFilters>) => void] {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const partnerIds = useOfferedPartners();
  const today = useToday();
  const readId = (name: string, offered: readonly string[] | RegExp) =>
    Number(offeredValue(search.get(name), offered)) || undefined;
  const filters: SpendingFilters = {
    by: SUMMARY_SIDES.find((side) => side === search.get('by')) ?? 'month',
    from: parseDay(search.get('from')) ?? getYearBefore(today),
    to: parseDay(search.get('to')) ?? today,
    partnerId: readId('network', partnerIds),
    cardId: readId('card', known.cardIds ?? ANY_ID),
    driverId: readId('driver', known.driverIds ?? ANY_ID),
    ...readSubject(search),
    page: parsePage(search.get('page')),
  };
  return [filters, (part) => write(written(part))];
}

/** Writes filters as the address names them; any change returns to the first page. */
function written({ by, page = 1, ...part }: Partial<SpendingFilters>) {
  const named = Object.entries(part).map(([name, value]) => [NAMES[name as keyof typeof NAMES], value]);
  return {
    ...(by !== undefined && { by: by === 'month' ? null : by }),
    ...Object.fromEntries(named),
    page: page > 1 ? page : null,
  };
}

/** The address of the report, or of a list with the same names, where this has changed. */
export function addressWith(search: URLSearchParams, part: Partial<SpendingFilters>): string {
  return `?${withValues(search, written(part))}`;
}

/** The filters as the call takes them. */
export function spendingQuery({ from, to, by, ...rest }: SpendingFilters) {
  return { by, ...pickSubject(rest), dateFrom: from, dateTo: to };
}

/** The address of the operations that the report is of. */
export function operationsSearch(filters: SpendingFilters): string {
  const { from, to } = filters;
  return `?${withValues(new URLSearchParams(), written({ from, to, ...pickSubject(filters) }))}`;
}

function pickSubject({
  partnerId,
  cardId,
  driverId,
  drivers,
  vehicleId,
  groupId,
  goods,
  station,
}: Subject): Subject {
  return { partnerId, cardId, driverId, drivers, vehicleId, groupId, goods, station };
}

/** The first day of the month eleven months ago: with the current month, twelve. */
function getYearBefore(today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10);
}
