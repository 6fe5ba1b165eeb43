import { IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { listDrivers } from '#contract/drivers.ts';
import { listPartners } from '#contract/orders.ts';
import { listVehicles } from '#contract/vehicles.ts';
import { useRead } from '../../state/use-call.ts';
import { fullDriverName, truckOf } from '../../cards/describe-card.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { FilterBar } from '../../tables/FilterBar.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { STATUS_FILTER } from '../../cards/card-state.ts';
import type { CardFilterName, CardFilters } from './use-card-filters.ts';

type Props = {
  filters: CardFilters;
  onChange: (name: CardFilterName, value: string) => void;
  onClear: () => void;
  /** How the table is looked at. */
  tools: ReactNode;
};

/**
 * Search, network, status and driver; the truck where an address asks for one. The search finds plates, and a fifth field
 * would push the list down.
 */
export function CardFilterBar({ filters, onChange, onClear, tools }: Props) {
  const partners = useRead(listPartners).data?.data ?? [];
  const drivers = useRead(listDrivers).data?.data ?? [];
  const byTruck = filters.truck !== '';
  const trucks = useRead(listVehicles, {}, { enabled: byTruck }).data?.data ?? [];
  const options = {
    partner: partners.map((one) => ({ value: String(one.id), label: one.title })),
    status: STATUS_FILTER,
    driver: drivers.map((one) => ({ value: String(one.id), label: fullDriverName(one) })),
    truck: trucks.map((vehicle) => ({ value: String(vehicle.id), label: truckOf({ vehicle }) })),
  };
  return (
    <FilterBar
      line
      label="Поиск и фильтры карт"
      first={<SearchField value={filters.search} onChange={(text) => onChange('search', text)} />}
      fields={FIELDS.filter(({ key }) => key !== 'truck' || byTruck).map((field) => ({
        ...field,
        value: filters[field.key],
        options: options[field.key],
        onChange: (value) => onChange(field.key, value),
      }))}
      onClear={onClear}
      tools={tools}
    />
  );
}

const FIELDS = [
  { key: 'partner', label: 'Сеть', all: 'Все сети' },
  { key: 'status', label: 'Статус', all: 'Все статусы' },
  { key: 'driver', label: 'Водитель', all: 'Все водители' },
  { key: 'truck', label: 'Машина', all: 'Все машины' },
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
