import { SUMMARY_SIDES, type SummarySide } from '#contract/operations.ts';
import { PeriodFields } from '../../forms/PeriodFields.tsx';
import { usePeriod } from '../../forms/use-period.ts';
import { FilterBar } from '../../tables/FilterBar.tsx';
import { Select } from '../../ui/Select.tsx';
import { SIDE_WORDS } from './summary-rows.ts';
import type { SummaryFilters as Filters } from './use-summary-filters.ts';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  cards: readonly { id: number; label: string }[];
};

/** What to group by, the period, and one card or all of them. */
export function SummaryFilters({ filters, onChange, cards }: Props) {
  const period = usePeriod(
    { dateFrom: filters.from, dateTo: filters.to },
    ({ dateFrom = '', dateTo = '' }) => onChange({ from: dateFrom, to: dateTo }),
    { required: true },
  );
  return (
    <FilterBar
      first={
        <>
          <Select
            label="Отчёт"
            value={filters.by}
            onChange={(by) => onChange({ by: by as SummarySide })}
            options={SUMMARY_SIDES.map((side) => ({ value: side, label: SIDE_WORDS[side].choice }))}
          />
          <PeriodFields period={period} />
        </>
      }
      label="Разрез и период"
      fields={[
        {
          key: 'card',
          label: 'Карта',
          all: 'Все карты',
          value: String(filters.cardId ?? ''),
          options: cards.map(({ id, label }) => ({ value: String(id), label })),
          onChange: (value) => onChange({ cardId: Number(value) || undefined }),
        },
      ]}
    />
  );
}
