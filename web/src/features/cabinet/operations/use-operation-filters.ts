import { useSearchParams } from 'react-router';
import { OPERATION_STATUS_TITLE, OPERATION_TYPE_TITLE } from '#contract/ids.ts';
import { useOfferedPartners } from '../../../state/use-offered-partners.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { readSubject, type Subject } from '../../../cards/subject-fields.ts';
import { ANY_ID, parseDay, offeredValue, parsePage } from '../../../lib/read-address.ts';

/** Filters of the operations, as in the address. Empty means the default of spec section 3. */
export interface OperationFilters extends Subject {
  typeId?: number | undefined;
  statusId?: number | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  page: number;
}

/** Returns whether any filter besides the page is set. */
export function isFiltered(filters: OperationFilters): boolean {
  return Object.values({ ...filters, page: undefined }).some((value) => value !== undefined);
}

/** Their names in the address. */
const NAMES = {
  cardId: 'card',
  partnerId: 'network',
  driverId: 'driver',
  drivers: 'drivers',
  vehicleId: 'vehicle',
  groupId: 'group',
  goods: 'goods',
  station: 'station',
  typeId: 'type',
  statusId: 'status',
  dateFrom: 'from',
  dateTo: 'to',
} as const;

/** Filters without a choice. */
export const NO_FILTERS: Partial<OperationFilters> = {
  cardId: undefined,
  partnerId: undefined,
  driverId: undefined,
  drivers: undefined,
  vehicleId: undefined,
  groupId: undefined,
  goods: undefined,
  station: undefined,
  typeId: undefined,
  statusId: undefined,
  dateFrom: undefined,
  dateTo: undefined,
};

/**
 * Reads the filters from the address and writes them there; a changed filter starts at the first page. What no field
 * offers counts as not chosen.
 */
export function useOperationFilters(known: {
  cardIds: readonly string[] | null;
  driverIds: readonly string[] | null;
}): [OperationFilters, (change: Partial<OperationFilters>) => void] {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const partnerIds = useOfferedPartners();
  const filters: OperationFilters = {
    cardId: number(search.get('card'), known.cardIds ?? ANY_ID),
    partnerId: number(search.get('network'), partnerIds),
    driverId: number(search.get('driver'), known.driverIds ?? ANY_ID),
    ...readSubject(search),
    typeId: number(search.get('type'), Object.keys(OPERATION_TYPE_TITLE)),
    statusId: number(search.get('status'), Object.keys(OPERATION_STATUS_TITLE)),
    dateFrom: parseDay(search.get('from')),
    dateTo: parseDay(search.get('to')),
    page: parsePage(search.get('page')),
  };

  function change({ page, ...part }: Partial<OperationFilters>) {
    const named = Object.entries(part).map(([name, value]) => [NAMES[name as keyof typeof NAMES], value]);
    write({ ...Object.fromEntries(named), page: page && page > 1 ? page : null });
  }

  return [filters, change];
}

function number(text: string | null, offered: readonly string[] | RegExp): number | undefined {
  return Number(offeredValue(text, offered)) || undefined;
}
