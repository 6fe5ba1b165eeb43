import { useId, type ReactNode } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import styles from './Field.module.css';

export type FieldTexts = {
  label: ReactNode;
  /** Shown under the field while there is no error. */
  help?: ReactNode;
  /** A sentence under the field. */
  error?: string | null | undefined;
  /** Adds «необязательно» to the label. */
  optional?: boolean;
  /** The label is for screen readers only, because the place already shows what the field is. */
  labelHidden?: boolean;
};

export type ControlAria = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type Props = FieldTexts & { className?: string; children: (aria: ControlAria) => ReactNode };

/** Label above, control, then help or error below. Passes the control the attributes that tie them together. */
export function Field({ label, help, error, optional, labelHidden, className, children }: Props) {
  const id = useId();
  const underId = `${id}-under`;
  const under = error ?? help;
  return (
    <div className={joinClasses(styles.field, className)}>
      <label htmlFor={id} className={joinClasses(styles.label, labelHidden && styles.labelHidden)}>
        {label}
        {optional && <span className={styles.optional}>необязательно</span>}
      </label>
      {children({
        id,
        'aria-describedby': under ? underId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div id={underId} className={styles.under} aria-live="polite">
        {error ? (
          <p className={styles.error}>{error}</p>
        ) : help ? (
          <div className={styles.help}>{help}</div>
        ) : null}
      </div>
    </div>
  );
}

/** The class of a boxed control: input, select, textarea. */
export const controlClass = styles.control ?? '';
