import type { MetaOf } from '#contract/endpoint.ts';
import type { listOperations } from '#contract/operations.ts';
import { PeriodFields } from '../../forms/PeriodFields.tsx';
import { usePeriod } from '../../forms/use-period.ts';
import { FilterBar } from '../../tables/FilterBar.tsx';
import { NO_FILTERS, type OperationFilters as Filters } from './use-operation-filters.ts';

type Choice = { id: number; label: string };

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  choices: Record<'cards' | 'partners' | 'drivers', readonly Choice[]>;
  /** The server's options; empty until the first answer. */
  offered: MetaOf<typeof listOperations>['filters'] | undefined;
};

/** Period, card, network, driver, type and status, with the defaults of spec section 3. */
export function OperationFilters({ filters, onChange, choices, offered }: Props) {
  const period = usePeriod(filters, onChange);
  const options = {
    cardId: choices.cards,
    partnerId: choices.partners,
    driverId: choices.drivers,
    typeId: offered?.types ?? [],
    statusId: offered?.statuses ?? [],
  };
  return (
    <FilterBar
      label="Фильтры операций"
      first={<PeriodFields period={period} />}
      fields={FIELDS.map((field) => ({
        ...field,
        value: String(filters[field.key] ?? ''),
        options: options[field.key].map(({ id, label }) => ({ value: String(id), label })),
        onChange: (value) => onChange({ [field.key]: Number(value) || undefined }),
      }))}
      onClear={() => {
        period.forget();
        onChange(NO_FILTERS);
      }}
    />
  );
}

const FIELDS = [
  { key: 'cardId', label: 'Карта', all: 'Все карты' },
  { key: 'partnerId', label: 'Сеть', all: 'Все сети' },
  { key: 'driverId', label: 'Водитель', all: 'Все водители' },
  { key: 'typeId', label: 'Тип', all: 'Все транзакции' },
  { key: 'statusId', label: 'Статус', all: 'Все статусы' },
] as const;
