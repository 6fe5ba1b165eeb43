import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

export type CardFilterName = 'partner' | 'status' | 'driver' | 'search';
export type CardFilters = Record<CardFilterName, string>;

const NAMES: readonly CardFilterName[] = ['partner', 'status', 'driver', 'search'];

/** The filters of the list, kept in the URL: a link, a reload and the Back button show the same cards. */
export function useCardFilters() {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(
    () => Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? ''])) as CardFilters,
    [params],
  );
  const change = useCallback(
    (name: CardFilterName, value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const clear = useCallback(
    () =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const name of NAMES) next.delete(name);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { filters, change, clear, active: NAMES.filter((name) => filters[name] !== '').length };
}

/** The filters as the call takes them; leaves out what is not a number in the URL. */
export function filterQuery({ partner, status, driver, search }: CardFilters) {
  return {
    ...(isWhole(partner) ? { partner_id: Number(partner) } : {}),
    ...(isWhole(status) ? { status_id: Number(status) } : {}),
    ...(isWhole(driver) ? { driver_id: Number(driver) } : {}),
    ...(search.trim() ? { search: search.trim().slice(0, 100) } : {}),
  };
}

function isWhole(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}
