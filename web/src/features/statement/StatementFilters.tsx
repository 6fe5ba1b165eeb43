import { Checkbox } from '../../ui/Checkbox.tsx';
import { PeriodFields } from '../../ui/PeriodFields.tsx';
import { Select, type Option } from '../../ui/Select.tsx';
import type { StatementFilters as Filters } from './use-statement-filters.ts';
import styles from './StatementReport.module.css';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  places: readonly Option[];
};

/** Period in Moscow days, and whose money: all of it, or that of one place. */
export function StatementFilters({ filters, onChange, places }: Props) {
  return (
    <div className={styles.filters} role="search" aria-label="Период и счёт">
      <PeriodFields from={filters.from} to={filters.to} onChange={onChange} />
      <Select
        label="Счёт"
        value={filters.place}
        onChange={(place) => onChange({ place })}
        options={[
          { value: '', label: 'Все средства компании' },
          { value: 'unallocated', label: 'Нераспределённые средства' },
          ...places,
        ]}
      />
      {filters.place === '' && (
        <Checkbox
          className={styles.internal}
          label="Показывать переводы между своими счетами"
          checked={filters.internal}
          onChange={(internal) => onChange({ internal })}
        />
      )}
    </div>
  );
}
