import { useSearchParams } from 'react-router';

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

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters from the address and writes them there; a changed filter starts at the first page. */
export function useOperationFilters(): [OperationFilters, (change: Partial<OperationFilters>) => void] {
  const [search, setSearch] = useSearchParams();
  const filters: OperationFilters = {
    cardId: number(search.get('card')),
    typeId: number(search.get('type')),
    statusId: number(search.get('status')),
    dateFrom: day(search.get('from')),
    dateTo: day(search.get('to')),
    page: number(search.get('page')) ?? 1,
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

function number(text: string | null): number | undefined {
  return text && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

function day(text: string | null): string | undefined {
  return text && DAY.test(text) ? text : undefined;
}
