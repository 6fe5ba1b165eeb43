import type { ReactNode } from 'react';
import { listDrivers } from '#contract/drivers.ts';
import { formatPlate } from '#contract/plate.ts';
import { SIGNAL_RULE, SIGNAL_RULE_KEYS } from '#contract/signal-rule.ts';
import { SIGNAL_STATE_TITLE, SIGNAL_STATES } from '#contract/signals.ts';
import { listVehicles } from '#contract/vehicles.ts';
import { fullDriverName } from '../../cards/describe-card.ts';
import { useRead } from '../../state/use-call.ts';
import { ChoiceChips } from '../../tables/ChoiceChips.tsx';
import { FilterBar } from '../../tables/FilterBar.tsx';
import { Row } from '../../ui/Stack.tsx';
import { ownerOptions, type Person } from './signal-labels.ts';
import styles from './Signals.module.css';
import type { FilterName, SignalFilters } from './use-signal-filters.ts';

type Props = {
  filters: SignalFilters;
  people: readonly Person[];
  onChange: (name: FilterName, value: string) => void;
  onClear: () => void;
  tools: ReactNode;
};

/** State, rule, truck, driver and owner. */
export function SignalFilterBar({ filters, people, onChange, onClear, tools }: Props) {
  const vehicles = useRead(listVehicles).data?.data ?? [];
  const drivers = useRead(listDrivers).data?.data ?? [];
  const options = {
    rule: SIGNAL_RULE_KEYS.map((value) => ({ value, label: SIGNAL_RULE[value].title })),
    vehicle: vehicles.map((vehicle) => ({ value: String(vehicle.id), label: formatPlate(vehicle.plate) })),
    driver: drivers.map((driver) => ({ value: String(driver.id), label: fullDriverName(driver) })),
    owner: [...OWNERS, ...ownerOptions(people)],
    sort: [{ value: 'time', label: 'Сначала новые' }],
    // Set by the card's own page and by links in emails.
    card: filters.card ? [{ value: filters.card, label: 'одна' }] : [],
  };
  return (
    <>
      <Row between nowrap align="start">
        <ChoiceChips
          label="Состояние"
          options={STATES}
          value={filters.state}
          onChange={(next) => onChange('state', next)}
        />
        <div className={styles.files}>{tools}</div>
      </Row>
      <FilterBar
        label="Фильтры сигналов"
        first={null}
        fields={FIELDS.filter(({ key }) => key !== 'card' || filters.card !== '').map((field) => ({
          ...field,
          value: filters[field.key],
          options: options[field.key],
          onChange: (value) => onChange(field.key, value),
        }))}
        onClear={onClear}
      />
    </>
  );
}

const STATES = [
  { value: '', label: 'Все' },
  ...SIGNAL_STATES.map((value) => ({ value, label: SIGNAL_STATE_TITLE[value] })),
];
const OWNERS = [
  { value: 'me', label: 'Мои' },
  { value: 'nobody', label: 'Ничьи' },
];
const FIELDS = [
  { key: 'rule', label: 'Правило', all: 'Все правила' },
  { key: 'vehicle', label: 'Машина', all: 'Все машины' },
  { key: 'driver', label: 'Водитель', all: 'Все водители' },
  { key: 'owner', label: 'Ответственный', all: 'Все ответственные' },
  { key: 'sort', label: 'Порядок', all: 'Сначала важные' },
  { key: 'card', label: 'Карта', all: 'Все карты' },
] as const;
