import { useId, type ReactNode } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import type { ControlAria, FieldTexts } from './Field.tsx';
import styles from './Field.module.css';

type Props = Omit<FieldTexts, 'optional'> & {
  className?: string;
  disabled?: boolean;
  /** The choice is being sent. */
  busy?: boolean;
  /** The attributes are for the control that gets the focus when the choice is refused. */
  children: (aria: Omit<ControlAria, 'id'>) => ReactNode;
};

/** Controls that are one field: a legend above, help or a refusal below. */
export function FieldSet({ label, labelHidden, help, error, className, disabled, busy, children }: Props) {
  const underId = useId();
  const described = (error ?? help) ? underId : undefined;
  return (
    <fieldset
      className={joinClasses(styles.set, className)}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-describedby={described}
    >
      <legend className={joinClasses(styles.legend, labelHidden && styles.labelHidden)}>{label}</legend>
      {children({ 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      <div id={underId} className={styles.under} aria-live="polite">
        {error ? (
          <p className={styles.error}>{error}</p>
        ) : help ? (
          <div className={styles.help}>{help}</div>
        ) : null}
      </div>
    </fieldset>
  );
}
