import type { MetaOf } from '#contract/endpoint.ts';
import type { listOperations } from '#contract/operations.ts';
import { PeriodFields } from '../../forms/PeriodFields.tsx';
import { usePeriod } from '../../forms/use-period.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { isFiltered, type OperationFilters as Filters } from './use-operation-filters.ts';
import styles from './OperationFilters.module.css';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  cards: readonly { id: number; label: string }[];
  /** The server's options; empty until the first answer. */
  offered: MetaOf<typeof listOperations>['filters'] | undefined;
};

/** Period, card, type and status, with the defaults of spec section 3. */
export function OperationFilters({ filters, onChange, cards, offered }: Props) {
  const period = usePeriod(filters, onChange);

  return (
    <div className={styles.filters} role="search" aria-label="Фильтры операций" data-print="hide">
      <PeriodFields period={period} />
      <Select
        label="Карта"
        value={String(filters.cardId ?? '')}
        onChange={(value) => onChange({ cardId: Number(value) || undefined })}
        options={[
          { value: '', label: 'Все карты' },
          ...cards.map((card) => ({ value: String(card.id), label: card.label })),
        ]}
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
      {isFiltered({ ...filters, ...period.shown }) && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            period.forget();
            onChange({
              cardId: undefined,
              typeId: undefined,
              statusId: undefined,
              dateFrom: undefined,
              dateTo: undefined,
            });
          }}
        >
          Сбросить
        </Button>
      )}
    </div>
  );
}

function options(list: readonly { id: number; label: string }[] = []) {
  return list.map((one) => ({ value: String(one.id), label: one.label }));
}
