import { useSearchParams } from 'react-router';
import { OPERATION_STATUS_TITLE, OPERATION_TYPE_TITLE } from '#contract/ids.ts';
import { ANY_ID, dayOf, offeredValue, pageOf } from '../../lib/read-address.ts';

/** Filters of the operations, as in the address. Empty means the default of spec section 3. */
export interface OperationFilters {
  cardId?: number | undefined;
  typeId?: number | undefined;
  statusId?: number | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  page: number;
}

/** Whether anything but the page has been chosen. */
export function isFiltered(filters: OperationFilters): boolean {
  return Object.values({ ...filters, page: undefined }).some((value) => value !== undefined);
}

/**
 * Reads the filters from the address and writes them there; a changed filter starts at the first page. What no field
 * offers counts as not chosen.
 */
export function useOperationFilters(
  cardIds: readonly string[] | null,
): [OperationFilters, (change: Partial<OperationFilters>) => void] {
  const [search, setSearch] = useSearchParams();
  const filters: OperationFilters = {
    cardId: number(search.get('card'), cardIds ?? ANY_ID),
    typeId: number(search.get('type'), Object.keys(OPERATION_TYPE_TITLE)),
    statusId: number(search.get('status'), Object.keys(OPERATION_STATUS_TITLE)),
    dateFrom: dayOf(search.get('from')),
    dateTo: dayOf(search.get('to')),
    page: pageOf(search.get('page')),
  };

  function change(part: Partial<OperationFilters>) {
    const next = { ...filters, page: 1, ...part };
    const written = {
      card: next.cardId,
      type: next.typeId,
      status: next.statusId,
      from: next.dateFrom,
      to: next.dateTo,
      page: next.page > 1 ? next.page : undefined,
    };
    const entries = Object.entries(written).filter(([, value]) => value !== undefined && value !== '');
    setSearch(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])), { replace: true });
  }

  return [filters, change];
}

function number(text: string | null, offered: readonly string[] | RegExp): number | undefined {
  return Number(offeredValue(text, offered)) || undefined;
}
