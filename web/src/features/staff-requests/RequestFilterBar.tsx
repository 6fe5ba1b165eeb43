import { REQUEST_STATUS_TITLE } from '#contract/ids.ts';
import { FilterBar } from '../../tables/FilterBar.tsx';
import { SearchField } from '../../tables/SearchField.tsx';
import { AUTHORITY, type Authority } from './request-labels.ts';
import type { RequestFilters } from './use-request-filters.ts';

type Props = { filters: RequestFilters; onChange: (change: Partial<RequestFilters>) => void };

/** Search, status and how the company's first admin stands. */
export function RequestFilterBar({ filters, onChange }: Props) {
  return (
    <FilterBar
      label="Поиск и фильтры заявок"
      first={
        <SearchField
          wide
          label="Поиск"
          placeholder="Номер, ИНН, компания, имя, телефон"
          value={filters.q ?? ''}
          onChange={(q) => onChange({ q: q || undefined })}
        />
      }
      fields={[
        {
          key: 'status',
          label: 'Статус',
          all: 'Все заявки',
          value: String(filters.status ?? ''),
          options: Object.entries(REQUEST_STATUS_TITLE).map(([value, label]) => ({ value, label })),
          onChange: (value) => onChange({ status: Number(value) || undefined }),
        },
        {
          key: 'authority',
          label: 'Полномочия',
          all: 'Любые полномочия',
          value: filters.authority ?? '',
          options: Object.entries(AUTHORITY).map(([value, { title }]) => ({ value, label: title })),
          onChange: (value) => onChange({ authority: (value || undefined) as Authority | undefined }),
        },
      ]}
    />
  );
}
