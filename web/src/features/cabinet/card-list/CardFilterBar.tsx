import { type ReactNode } from 'react';
import { listCards } from '#contract/cards/cards.ts';
import { listDrivers } from '#contract/cards/drivers.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { listCardGroups } from '#contract/fleet/card-groups.ts';
import { listVehicles } from '#contract/fleet/vehicles.ts';
import { useRead } from '../../../state/use-call.ts';
import { counted } from '#contract/values/counted.ts';
import { CARD_FORMS, fullDriverName, getTruck } from '../../../cards/describe-card.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { SearchField } from '../../../tables/SearchField.tsx';
import { STATUS_FILTER } from '../../../cards/card-state.ts';
import styles from './CardFilterBar.module.css';
import type { CardFilterName, CardFilters } from './use-card-filters.ts';

type Props = {
  filters: CardFilters;
  onChange: (name: CardFilterName, value: string) => void;
  onClear: () => void;
  /** Number of cards under these filters, and controls of the table's view. */
  count: number | null;
  tools: ReactNode;
};

/**
 * Search, network, status, driver and group, each where the company's cards differ in it; the truck where an address asks for
 * one. The search finds plates, and a further field would push the list down.
 */
export function CardFilterBar({ filters, onChange, onClear, count, tools }: Props) {
  const partners = useRead(listPartners).data?.data ?? [];
  const drivers = useRead(listDrivers).data?.data ?? [];
  // The same read as that of the balances.
  const cards = useRead(listCards, { query: {} }).data?.data;
  const isGrouped = filters.group !== '' || (cards?.some(({ group }) => group) ?? false);
  const groups = useRead(listCardGroups, {}, { enabled: isGrouped }).data?.data ?? [];
  const byTruck = filters.truck !== '';
  const trucks = useRead(listVehicles, {}, { enabled: byTruck }).data?.data ?? [];
  const options = {
    partner: partners.map((partner) => ({ value: String(partner.id), label: partner.title })),
    status: STATUS_FILTER,
    driver: drivers.map((driver) => ({ value: String(driver.id), label: fullDriverName(driver) })),
    group: groups.map(({ id, title }) => ({ value: String(id), label: title })),
    truck: trucks.map((vehicle) => ({ value: String(vehicle.id), label: getTruck({ vehicle }) })),
  };
  function differs(key: CardFilterName): boolean {
    if (key === 'truck') return false;
    if (!cards || key === 'status') return true;
    if (key === 'driver') return new Set(cards.flatMap((card) => card.drivers.map(({ id }) => id))).size > 1;
    if (key === 'group') return new Set(cards.map(({ group }) => group?.id)).size > 1;
    return new Set(cards.map(({ partner }) => partner.id)).size > 1;
  }
  return (
    <FilterBar
      line
      label="Поиск и фильтры карт"
      first={
        <SearchField
          label="Поиск карты"
          placeholder="Найти карту"
          value={filters.search}
          onChange={(searchText) => onChange('search', searchText)}
        />
      }
      fields={FIELDS.filter(({ key }) => filters[key] !== '' || differs(key)).map((field) => ({
        ...field,
        value: filters[field.key],
        options: options[field.key],
        onChange: (value) => onChange(field.key, value),
      }))}
      onClear={onClear}
      tools={
        <div className={styles.tools}>
          {count !== null && <p className={styles.count}>{counted(count, CARD_FORMS)}</p>}
          {tools}
        </div>
      }
    />
  );
}

const FIELDS = [
  { key: 'partner', label: 'Сеть', all: 'Все сети' },
  { key: 'status', label: 'Статус', all: 'Все статусы' },
  { key: 'driver', label: 'Водитель', all: 'Все водители' },
  { key: 'group', label: 'Группа', all: 'Все группы' },
  { key: 'truck', label: 'Машина', all: 'Все машины' },
] as const;
