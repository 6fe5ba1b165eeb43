import { useSearchParams } from 'react-router';
import { offeredValue } from '../lib/read-address.ts';
import { useWriteAddress } from '../state/use-write-address.ts';
import type { FilterField } from '../tables/FilterBar.tsx';

type Offered<Key extends string> = Pick<FilterField, 'label' | 'all' | 'options'> & { key: Key };

const MAX_SEARCH_LENGTH = 100;

/**
 * Filters of a staff list. They stand in the address, each under its key, the search text under `q`. A change starts at
 * the first page.
 */
export function useAddressFilters<Key extends string>(offered: readonly Offered<Key>[]) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const fields = offered.map((field) => ({
    ...field,
    value: offeredValue(
      search.get(field.key),
      field.options.map(({ value }) => value),
    ),
    onChange: (value: string) => write({ [field.key]: value, page: null }),
  }));
  return {
    fields,
    /** Values by key. Empty while nothing is chosen. */
    chosen: Object.fromEntries(fields.map(({ key, value }) => [key, value])) as Record<Key, string>,
    words: search.get('q')?.slice(0, MAX_SEARCH_LENGTH) ?? '',
    find: (q: string) => write({ q, page: null }),
    clear: () => write({ ...Object.fromEntries(offered.map(({ key }) => [key, null])), page: null }),
  };
}

export type AddressFilters = Omit<ReturnType<typeof useAddressFilters>, 'chosen'>;
