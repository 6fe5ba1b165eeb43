import type { MetaOf } from '#contract/endpoint.ts';
import type { listOperations } from '#contract/operations.ts';
import { PeriodFields } from '../../forms/PeriodFields.tsx';
import { usePeriod } from '../../forms/use-period.ts';
import { Select } from '../../ui/Select.tsx';
import { FilterBar } from '../../tables/FilterBar.tsx';
import { countFilters, NO_FILTERS, type OperationFilters as Filters } from './use-operation-filters.ts';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  choices: Record<'cards' | 'partners' | 'drivers', readonly Choice[]>;
  /** The server's options; empty until the first answer. */
  offered: MetaOf<typeof listOperations>['filters'] | undefined;
};

type Choice = { id: number; label: string };

/** Period, card, network, driver, type and status, with the defaults of spec section 3. */
export function OperationFilters({ filters, onChange, choices, offered }: Props) {
  const period = usePeriod(filters, onChange);

  const chosen = countFilters({ ...filters, ...period.shown });
  // The period is seen by itself.
  const hidden = countFilters({ ...filters, dateFrom: undefined, dateTo: undefined });
  function clear() {
    period.forget();
    onChange(NO_FILTERS);
  }
  return (
    <FilterBar
      first={<PeriodFields period={period} />}
      label="Фильтры операций"
      chosen={hidden}
      onClear={chosen > 0 ? clear : null}
      more={
        <>
          <Select
            label="Карта"
            value={String(filters.cardId ?? '')}
            onChange={(value) => onChange({ cardId: Number(value) || undefined })}
            options={[{ value: '', label: 'Все карты' }, ...options(choices.cards)]}
          />
          <Select
            label="Сеть"
            value={String(filters.partnerId ?? '')}
            onChange={(value) => onChange({ partnerId: Number(value) || undefined })}
            options={[{ value: '', label: 'Все сети' }, ...options(choices.partners)]}
          />
          <Select
            label="Водитель"
            value={String(filters.driverId ?? '')}
            onChange={(value) => onChange({ driverId: Number(value) || undefined })}
            options={[{ value: '', label: 'Все водители' }, ...options(choices.drivers)]}
          />
          <Select
            label="Тип"
            value={String(filters.typeId ?? '')}
            onChange={(value) => onChange({ typeId: Number(value) || undefined })}
            options={[{ value: '', label: 'Все транзакции' }, ...options(offered?.types)]}
          />
          <Select
            label="Статус"
            value={String(filters.statusId ?? '')}
            onChange={(value) => onChange({ statusId: Number(value) || undefined })}
            options={[{ value: '', label: 'Все статусы' }, ...options(offered?.statuses)]}
          />
        </>
      }
    />
  );
}

function options(list: readonly Choice[] = []) {
  return list.map((one) => ({ value: String(one.id), label: one.label }));
}
