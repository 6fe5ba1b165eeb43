import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { controlClass, Field, type FieldTexts } from './Field.tsx';
import styles from './TextField.module.css';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'prefix'> &
  FieldTexts & {
    value: string;
    onChange: (text: string) => void;
    /** Shown inside the field at its end: a unit, a sign. */
    suffix?: ReactNode;
    /** Shown inside the field at its start: a search glass. */
    prefix?: ReactNode;
  };

export function TextField(props: Props) {
  const { label, help, error, optional, labelHidden, value, onChange, suffix, prefix, className, ...input } =
    props;
  return (
    <Field {...{ label, help, error, optional, labelHidden, className }}>
      {(aria) => (
        <span className={styles.box}>
          {prefix && <span className={styles.prefix}>{prefix}</span>}
          <input
            type="text"
            {...input}
            {...aria}
            data-autofocus={input.autoFocus || undefined}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            className={joinClasses(controlClass, prefix && styles.afterPrefix, suffix && styles.beforeSuffix)}
          />
          {suffix && <span className={styles.suffix}>{suffix}</span>}
        </span>
      )}
    </Field>
  );
}

type AreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'id'> &
  FieldTexts & { value: string; onChange: (text: string) => void };

/** Several lines of text; grows with its content in browsers that support it. */
export function TextArea(props: AreaProps) {
  const { label, help, error, optional, labelHidden, value, onChange, className, rows = 3, ...area } = props;
  return (
    <Field {...{ label, help, error, optional, labelHidden, className }}>
      {(aria) => (
        <textarea
          {...area}
          {...aria}
          rows={rows}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={joinClasses(controlClass, styles.area)}
        />
      )}
    </Field>
  );
}
