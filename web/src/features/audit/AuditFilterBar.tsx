import { useState } from 'react';
import { PeriodFields } from '../../forms/PeriodFields.tsx';
import { usePeriod } from '../../forms/use-period.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { FilterBar } from '../../tables/FilterBar.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ACTIONS, type AuditFilters } from './use-audit-filters.ts';

type Props = {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
  isStaff: boolean;
};

/** Who, which company, what it concerned, the deed, and the days. */
export function AuditFilterBar({ filters, onChange, isStaff }: Props) {
  const period = usePeriod(filters, onChange);
  const write = (name: 'actor' | 'company' | 'target') => (value: string) => onChange({ [name]: value });
  return (
    <FilterBar
      label="Фильтры журнала"
      first={
        <>
          <PeriodFields period={period} />
          <TypedField
            label="Кто"
            placeholder="Кто: имя, номер"
            value={filters.actor}
            onChange={write('actor')}
          />
          {isStaff && (
            <TypedField
              label="Компания"
              placeholder="Компания или ИНН"
              value={filters.company}
              onChange={write('company')}
            />
          )}
          <TypedField
            label="Чего касается"
            placeholder="Карта, заявка…"
            value={filters.target}
            onChange={write('target')}
          />
        </>
      }
      fields={[
        {
          key: 'action',
          label: 'Действие',
          all: 'Все действия',
          value: filters.action,
          options: ACTIONS,
          onChange: (action) => onChange({ action }),
        },
      ]}
      onClear={() => {
        period.forget();
        onChange({ actor: '', company: '', target: '', action: '', dateFrom: undefined, dateTo: undefined });
      }}
    />
  );
}

type TypedProps = { label: string; placeholder: string; value: string; onChange: (text: string) => void };

/** Shows what is typed at once, and reads the list when typing pauses. */
function TypedField({ label, placeholder, value, onChange }: TypedProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState({ value, sent: value });
  const typed = useDebounced((next: string) => {
    setKnown((before) => ({ ...before, sent: next }));
    onChange(next);
  }, 300);
  if (known.value !== value) {
    setKnown({ ...known, value });
    if (known.sent !== value) setText(value);
  }
  return (
    <TextField
      label={label}
      labelHidden
      placeholder={placeholder}
      type="search"
      value={text}
      maxLength={60}
      onChange={(next) => {
        setText(next);
        typed.call(next);
      }}
    />
  );
}
