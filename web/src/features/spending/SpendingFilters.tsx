import { SUMMARY_SIDES } from '#contract/spending.ts';
import { PeriodFields } from '../../forms/PeriodFields.tsx';
import { usePeriod } from '../../forms/use-period.ts';
import { FilterBar } from '../../tables/FilterBar.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Stack } from '../../ui/Stack.tsx';
import type { SubjectChoices } from '../../cards/use-subject-choices.ts';
import { subjectFields } from '../../cards/subject-fields.ts';
import { SIDE_LABELS } from './spending-rows.ts';
import { NOTHING_CHOSEN, type SpendingFilters as Filters } from './use-spending-filters.ts';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  choices: SubjectChoices;
};

/** Sets the grouping, the period, and the filters of the report. */
export function SpendingFilters({ filters, onChange, choices }: Props) {
  const period = usePeriod(
    { dateFrom: filters.from, dateTo: filters.to },
    ({ dateFrom = '', dateTo = '' }) => onChange({ from: dateFrom, to: dateTo }),
    { required: true },
  );
  return (
    <Stack gap="2" data-print="hide">
      <Segmented
        label="Разрез отчёта"
        labelHidden
        value={filters.by}
        onChange={(by) => onChange({ by })}
        options={SUMMARY_SIDES.map((side) => ({ value: side, label: SIDE_LABELS[side].choice }))}
      />
      <FilterBar
        first={<PeriodFields period={period} />}
        label="Период и отбор"
        fields={subjectFields(filters, onChange, choices)}
        onClear={() => onChange(NOTHING_CHOSEN)}
      />
    </Stack>
  );
}
