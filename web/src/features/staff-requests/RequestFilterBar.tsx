import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { REQUEST_STATUS_TITLE } from '#contract/ids.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { FilterBar, wideFilter } from '../../tables/FilterBar.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { AUTHORITY, type Authority } from './request-words.ts';
import type { RequestFilters } from './use-request-filters.ts';

type Props = { filters: RequestFilters; onChange: (change: Partial<RequestFilters>) => void };

/** Search, status and how the company's first admin stands. */
export function RequestFilterBar({ filters, onChange }: Props) {
  return (
    <FilterBar
      label="Поиск и фильтры заявок"
      first={<SearchField value={filters.q ?? ''} onChange={(q) => onChange({ q })} />}
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

const SEARCH_DELAY_MS = 300;

function SearchField({ value, onChange }: { value: string; onChange: (q: string | undefined) => void }) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // A saved view, or the way back, brings another one.
  if (value !== known) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }
  const search = useDebounced((typed: string) => {
    if (typed.trim() !== value) onChange(typed.trim() || undefined);
  }, SEARCH_DELAY_MS);
  return (
    <TextField
      label="Поиск"
      labelHidden
      className={wideFilter}
      placeholder="Номер, ИНН, компания, имя, телефон"
      type="search"
      maxLength={100}
      prefix={<IconSearch aria-hidden="true" stroke={1.75} />}
      value={text}
      onChange={(typed) => {
        setText(typed);
        search.call(typed);
      }}
      autoComplete="off"
    />
  );
}
