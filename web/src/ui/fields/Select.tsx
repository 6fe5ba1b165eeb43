import { IconChevronDown } from '@tabler/icons-react';
import { memo, type ComponentProps } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { controlClass, Field, type FieldTexts } from './Field.tsx';
import styles from './Select.module.css';

export type Option<Value extends string = string> = { value: Value; label: string; disabled?: boolean };

type Props<Value extends string> = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'id' | 'children'> &
  FieldTexts & {
    options: readonly Option<Value>[];
    value: Value;
    onChange: (value: Value) => void;
    /** Shown while nothing is chosen (value ''). */
    placeholder?: string;
    /** The choice of nothing (value ''): «Все карты». */
    all?: string;
  };

/** The browser's own select, so that a phone shows its picker and typing letters works on a keyboard. */
export function Select<Value extends string = string>(props: Props<Value>) {
  const {
    label,
    help,
    error,
    optional,
    labelHidden,
    options,
    value,
    onChange,
    placeholder,
    all,
    className,
    ...rest
  } = props;
  return (
    <Field {...{ label, help, error, optional, labelHidden, className }}>
      {(aria) => (
        <span className={styles.box}>
          <select
            {...rest}
            {...aria}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value as Value)}
            className={joinClasses(controlClass, styles.select)}
          >
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {all !== undefined && <option value="">{all}</option>}
            <Options options={options} />
          </select>
          <IconChevronDown aria-hidden="true" className={styles.arrow} stroke={1.75} />
        </span>
      )}
    </Field>
  );
}

/** Renders the options again only when they have changed, because there may be ten thousand. */
const Options = memo(function Options({ options }: { options: readonly Option[] }) {
  return options.map((option) => (
    <option key={option.value} value={option.value} disabled={option.disabled}>
      {option.label}
    </option>
  ));
});
