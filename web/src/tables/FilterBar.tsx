import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { Button } from '../ui/Button.tsx';
import { Select, type Option } from '../ui/fields/Select.tsx';
import { Stack } from '../ui/Stack.tsx';
import { FilterChips } from './FilterChips.tsx';
import styles from './FilterBar.module.css';

export type FilterField = {
  key: string;
  /** «Сеть». */
  label: string;
  /** Text while nothing is chosen, with the name of the filter: «Все сети». */
  all: string;
  /** Empty while nothing is chosen. */
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  /** True for a filter that is used less than others: a desk, too, shows it behind the button. Its choice is shown in a chip. */
  rare?: boolean;
};

type Props = {
  /** Name for screen readers: «Фильтры операций». */
  label: string;
  /** Always seen, on a phone too: the search field, the period. */
  first: ReactNode;
  /** Chosen from lists; a phone has them behind one button, a desk those that are rare. */
  fields?: readonly FilterField[];
  /** Takes off all that is chosen. */
  onClear?: () => void;
  /** Puts all filters on one line and prints them as words. `tools` stand at its end. */
  line?: boolean;
  tools?: ReactNode;
};

/** Class of a field in `first` whose text needs room. */
export const wideFilter = styles.wide ?? '';

const NO_FIELDS: readonly FilterField[] = [];

/**
 * Filters of a list. Labels are for screen readers. A field shows its name while nothing is chosen, and the choices
 * stand below in chips. The button that unfolds the rest shows how many are chosen.
 */
export function FilterBar({ label, first, fields = NO_FIELDS, onClear, line = false, tools }: Props) {
  const id = useId();
  const usualId = useId();
  const [shown, setShown] = useState(false);
  const chosen = fields.filter(({ value }) => value !== '');
  const text = chosen.length > 0 ? `Фильтры · ${chosen.length}` : 'Фильтры';
  const rare = fields.filter((field) => field.rare);
  const usual = fields.filter((field) => !field.rare);
  return (
    <Stack gap="1" data-print={line ? undefined : 'hide'}>
      <search className={joinClasses(styles.bar, line && styles.line)} aria-label={label}>
        {first}
        {rare.length > 0 && <Fields id={usualId} fields={usual} shown={shown} />}
        {fields.length > 0 && (
          <Button
            className={joinClasses(styles.toggle, rare.length > 0 && styles.everywhere)}
            icon={<IconAdjustmentsHorizontal aria-hidden="true" stroke={1.75} />}
            aria-label={text}
            aria-expanded={shown}
            aria-controls={rare.length > 0 ? `${usualId} ${id}` : id}
            onClick={() => setShown(!shown)}
          >
            {line ? chosen.length || null : text}
          </Button>
        )}
        <Fields id={id} fields={rare.length > 0 ? rare : usual} shown={shown} rare={rare.length > 0} />
        {tools}
      </search>
      {onClear && (
        <FilterChips
          chips={chosen.map((field) => ({
            key: field.key,
            label: `${field.label}: ${field.options.find(({ value }) => value === field.value)?.label ?? '…'}`,
            onRemove: () => field.onChange(''),
          }))}
          onClear={onClear}
        />
      )}
    </Stack>
  );
}

type FieldsProps = { id: string; fields: readonly FilterField[]; shown: boolean; rare?: boolean };

function Fields({ id, fields, shown, rare = false }: FieldsProps) {
  return (
    <div id={id} className={joinClasses(shown ? styles.shown : styles.fields, rare && styles.rare)}>
      {fields.map((field) => (
        <Select
          key={field.key}
          label={field.label}
          labelHidden
          value={field.value}
          onChange={field.onChange}
          all={field.all}
          options={field.options}
        />
      ))}
    </div>
  );
}
