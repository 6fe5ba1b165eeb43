import { useState } from 'react';
import type { MetaOf } from '#contract/endpoint.ts';
import type { listOperations } from '#contract/operations.ts';
import { usePaused } from '../../lib/use-paused.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { periodProblem, type Period } from './period-problem.ts';
import type { OperationFilters as Filters } from './use-operation-filters.ts';
import styles from './OperationFilters.module.css';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  cards: readonly { id: number; label: string }[];
  /** What the server offers; empty until the first answer. */
  offered: MetaOf<typeof listOperations>['filters'] | undefined;
};

/** Period, card, type and status, with the defaults of spec section 3. */
export function OperationFilters({ filters, onChange, cards, offered }: Props) {
  // Days that can't be asked for yet stay here: a year is being typed, or the other day is still to be changed.
  const [typed, setTyped] = useState<Period | null>(null);
  const { dateFrom, dateTo } = typed ?? filters;
  const paused = usePaused(`${dateFrom} ${dateTo}`);
  const problem = paused ? periodProblem({ dateFrom, dateTo }) : null;
  const chosen = filters.cardId ?? filters.typeId ?? filters.statusId ?? dateFrom ?? dateTo;

  function changePeriod(part: Period) {
    const period = { dateFrom, dateTo, ...part };
    const askable = periodProblem(period) === null;
    setTyped(askable ? null : period);
    if (askable) onChange(period);
  }

  return (
    <div className={styles.filters} role="search" aria-label="Фильтры операций">
      <TextField
        label="С"
        type="date"
        value={dateFrom ?? ''}
        max={dateTo}
        onChange={(day) => changePeriod({ dateFrom: day })}
        error={problem?.dateFrom}
      />
      <TextField
        label="По"
        type="date"
        value={dateTo ?? ''}
        min={dateFrom}
        onChange={(day) => changePeriod({ dateTo: day })}
        error={problem?.dateTo}
      />
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
      {chosen !== undefined && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            setTyped(null);
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
