import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { FilterBar, wideFilter } from '../../../tables/FilterBar.tsx';
import { Select, type Option } from '../../../ui/fields/Select.tsx';
import type { StatementFilters as Filters } from './use-statement-filters.ts';
import styles from './StatementReport.module.css';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  places: readonly Option[];
};

/** Filters: a period in Moscow days, and the place of the money, or all places. */
export function StatementFilters({ filters, onChange, places }: Props) {
  const period = usePeriod(
    { dateFrom: filters.from, dateTo: filters.to },
    ({ dateFrom = '', dateTo = '' }) => onChange({ from: dateFrom, to: dateTo }),
    { required: true },
  );
  return (
    <FilterBar
      label="Период и счёт"
      first={
        <>
          <PeriodFields period={period} />
          <Select
            label="Счёт"
            labelHidden
            className={wideFilter}
            value={filters.place}
            onChange={(place) => onChange({ place })}
            all="Все средства компании"
            options={places}
          />
          {filters.place === '' && (
            <Checkbox
              className={styles.internal}
              label="Показывать переводы между своими счетами"
              checked={filters.internal}
              onChange={(internal) => onChange({ internal })}
            />
          )}
        </>
      }
    />
  );
}
