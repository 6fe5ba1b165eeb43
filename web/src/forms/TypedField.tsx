import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { useCaret } from '../lib/use-caret.ts';
import { usePaused } from '../lib/use-paused.ts';
import { controlClass, Field, type FieldTexts } from '../ui/fields/Field.tsx';
import type { Typing } from './typing.ts';
import styles from './TypedField.module.css';

export type TypedProps = Omit<FieldTexts, 'label'> & {
  label: string;
  /** The value, or what has been typed of it. */
  value: string;
  onChange: (value: string) => void;
  /** While it is being sent. */
  readOnly?: boolean;
};

type Props = TypedProps & {
  way: Typing;
  /** A short word inside the field at its start. */
  prefix?: string;
  /** Opens what it can be picked from. */
  beside?: ReactNode;
};

/** Reads text as it is typed and completes it when the field is left. A problem is shown after a pause. */
export function TypedField({ way, prefix, value, onChange, readOnly, error, beside, ...texts }: Props) {
  const caret = useCaret(/[\d ]/);
  const paused = usePaused(value);
  const problem = paused && value !== '' ? way.problem(value) : null;
  return (
    <Field {...texts} error={error ?? problem}>
      {(aria) => (
        <span className={styles.row}>
          {prefix && (
            <span aria-hidden="true" className={styles.prefix}>
              {prefix}
            </span>
          )}
          <input
            {...aria}
            ref={caret.ref}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className={joinClasses(controlClass, 'tabular', prefix && styles.afterPrefix)}
            placeholder={way.placeholder}
            value={way.written(value)}
            readOnly={readOnly}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => onChange(way.typed(caret.remember(event)))}
            onBlur={() => {
              const whole = way.completed(value);
              if (whole !== value) onChange(whole);
            }}
          />
          {beside}
        </span>
      )}
    </Field>
  );
}
