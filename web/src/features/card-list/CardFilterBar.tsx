import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { listDrivers } from '#contract/drivers.ts';
import { listPartners } from '#contract/orders.ts';
import { useRead } from '../../state/use-call.ts';
import { fullDriverName } from '../../cards/describe-card.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { FilterChips } from '../../tables/FilterChips.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { STATUS_FILTER } from '../../cards/card-state.ts';
import type { CardFilterName, CardFilters } from './use-card-filters.ts';
import styles from './CardFilterBar.module.css';

type Props = {
  filters: CardFilters;
  /** How many filters are set. */
  active: number;
  onChange: (name: CardFilterName, value: string) => void;
  onClear: () => void;
  /** Beside the filters: how the table is looked at. */
  children: ReactNode;
};

/** Search, network, status and driver; on a phone the choices are behind one button. What is chosen stands below. */
export function CardFilterBar({ filters, active, onChange, onClear, children }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const partners = useRead(listPartners);
  const drivers = useRead(listDrivers);
  const choices = filters.search ? active - 1 : active;
  const options = {
    partner: (partners.data?.data ?? []).map((one) => ({ value: String(one.id), label: one.title })),
    status: STATUS_FILTER,
    driver: (drivers.data?.data ?? []).map((one) => ({ value: String(one.id), label: fullDriverName(one) })),
  };
  return (
    <Stack gap="1">
      <search className={styles.bar} aria-label="Поиск и фильтры карт">
        <SearchField value={filters.search} onChange={(text) => onChange('search', text)} />
        <Button
          className={styles.toggle}
          icon={<IconAdjustmentsHorizontal aria-hidden="true" stroke={1.75} />}
          aria-label={choices > 0 ? `Фильтры: ${choices}` : 'Фильтры'}
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {choices > 0 && choices}
        </Button>
        <div id={id} className={shown ? styles.shown : styles.choices}>
          {FIELDS.map(({ name, label, all }) => (
            <Select
              key={name}
              label={label}
              labelHidden
              value={filters[name]}
              onChange={(value) => onChange(name, value)}
              options={[{ value: '', label: all }, ...options[name]]}
            />
          ))}
        </div>
        {children}
      </search>
      <FilterChips
        chips={FIELDS.filter(({ name }) => filters[name] !== '').map(({ name, label }) => ({
          key: name,
          label: `${label}: ${options[name].find(({ value }) => value === filters[name])?.label ?? '…'}`,
          onRemove: () => onChange(name, ''),
        }))}
        onClear={onClear}
      />
    </Stack>
  );
}

const FIELDS = [
  { name: 'partner', label: 'Сеть', all: 'Все сети' },
  { name: 'status', label: 'Статус', all: 'Все статусы' },
  { name: 'driver', label: 'Водитель', all: 'Все водители' },
] as const;

/** Shows what is typed at once, but reads the list only when typing pauses. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState({ value, sent: value });
  const typed = useDebounced((next: string) => {
    setKnown((before) => ({ ...before, sent: next }));
    onChange(next);
  }, 300);
  // The URL has changed: by this field, which may be ahead of it already, or from elsewhere; then the field follows.
  if (known.value !== value) {
    setKnown({ ...known, value });
    if (known.sent !== value) setText(value);
  }
  return (
    <TextField
      label="Поиск карты"
      labelHidden
      type="search"
      className={styles.search}
      placeholder="Найти карту"
      prefix={<IconSearch aria-hidden="true" stroke={1.75} />}
      value={text}
      maxLength={100}
      onChange={(next) => {
        setText(next);
        typed.call(next);
      }}
    />
  );
}
