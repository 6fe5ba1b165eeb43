import type { EndpointMeta } from '#contract/endpoint.ts';
import type { listOperations } from '#contract/operations.ts';
import { subjectFields } from '../../cards/subject-fields.ts';
import type { SubjectChoices } from '../../cards/use-subject-choices.ts';
import { PeriodFields } from '../../forms/PeriodFields.tsx';
import { usePeriod } from '../../forms/use-period.ts';
import { FilterBar } from '../../tables/FilterBar.tsx';
import { NO_FILTERS, type OperationFilters as Filters } from './use-operation-filters.ts';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  choices: SubjectChoices;
  /** The server's options; empty until the first answer. */
  offered: EndpointMeta<typeof listOperations>['filters'] | undefined;
};

/** Period, card, network, driver, goods, type and status, with the defaults of spec section 3. */
export function OperationFilters({ filters, onChange, choices, offered }: Props) {
  const period = usePeriod(filters, onChange);
  const options = { typeId: offered?.types ?? [], statusId: offered?.statuses ?? [] };
  return (
    <FilterBar
      label="Фильтры операций"
      first={<PeriodFields period={period} />}
      fields={[
        ...subjectFields(filters, onChange, choices),
        ...FIELDS.map((field) => ({
          ...field,
          value: String(filters[field.key] ?? ''),
          options: options[field.key].map(({ id, label }) => ({ value: String(id), label })),
          onChange: (value: string) => onChange({ [field.key]: Number(value) || undefined }),
        })),
      ]}
      onClear={() => {
        period.forget();
        onChange(NO_FILTERS);
      }}
    />
  );
}

const FIELDS = [
  { key: 'typeId', label: 'Тип', all: 'Все транзакции' },
  { key: 'statusId', label: 'Статус', all: 'Все статусы' },
] as const;
