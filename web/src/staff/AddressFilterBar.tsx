import type { ReactNode } from 'react';
import { FilterBar } from '../tables/FilterBar.tsx';
import { SearchField } from '../tables/SearchField.tsx';
import type { AddressFilters } from './use-address-filters.ts';

type Props = {
  /** Name for screen readers: «Фильтры документов». */
  label: string;
  search: { label: string; placeholder: string };
  filters: AddressFilters;
  /** The period. */
  before?: ReactNode;
};

/** The search and the filters of a list of the staff, as the address has them. */
export function AddressFilterBar({ label, search, filters, before }: Props) {
  return (
    <FilterBar
      label={label}
      first={
        <>
          {before}
          <SearchField {...search} value={filters.words} onChange={filters.find} />
        </>
      }
      fields={filters.fields}
      onClear={filters.clear}
    />
  );
}
