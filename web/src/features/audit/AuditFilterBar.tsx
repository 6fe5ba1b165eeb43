import { PeriodFields } from '../../forms/PeriodFields.tsx';
import { usePeriod } from '../../forms/use-period.ts';
import { FilterBar } from '../../tables/FilterBar.tsx';
import { SearchField } from '../../tables/SearchField.tsx';
import { ACTIONS, type AuditFilters } from './use-audit-filters.ts';

type Props = {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
  isStaff: boolean;
};

/** Filters by person, company, object, action and days. */
export function AuditFilterBar({ filters, onChange, isStaff }: Props) {
  const period = usePeriod(filters, onChange);
  const write = (name: 'actor' | 'company' | 'target') => (value: string) => onChange({ [name]: value });
  return (
    <FilterBar
      label="Фильтры журнала"
      first={
        <>
          <PeriodFields period={period} />
          <SearchField
            plain
            maxLength={60}
            label="Кто"
            placeholder="Кто: имя, номер"
            value={filters.actor}
            onChange={write('actor')}
          />
          {isStaff && (
            <SearchField
              plain
              maxLength={60}
              label="Компания"
              placeholder="Компания или ИНН"
              value={filters.company}
              onChange={write('company')}
            />
          )}
          <SearchField
            plain
            maxLength={60}
            label="Чего касается"
            placeholder="Карта, заявка…"
            value={filters.target}
            onChange={write('target')}
          />
        </>
      }
      fields={[
        {
          key: 'action',
          label: 'Действие',
          all: 'Все действия',
          value: filters.action,
          options: isStaff ? ACTIONS.staff : ACTIONS.company,
          onChange: (action) => onChange({ action }),
        },
      ]}
      onClear={() => {
        period.forget();
        onChange({ actor: '', company: '', target: '', action: '', dateFrom: undefined, dateTo: undefined });
      }}
    />
  );
}
