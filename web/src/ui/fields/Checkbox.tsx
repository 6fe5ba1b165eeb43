import { useId, type ComponentProps, type ReactNode } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import styles from './Checkbox.module.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked' | 'children'> & {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  help?: ReactNode;
  error?: string | null;
  /** True if only a part of the rows is selected, for «выбрать все». */
  partly?: boolean;
};

/** A checkbox with its label. The whole line can be clicked. */
export function Checkbox({
  label,
  checked,
  onChange,
  help,
  error,
  partly = false,
  className,
  ...input
}: Props) {
  const underId = useId();
  return (
    <div className={joinClasses(styles.choice, className)}>
      <label className={styles.line}>
        <input
          {...input}
          ref={(element) => {
            if (element) element.indeterminate = partly && !checked;
          }}
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : input['aria-invalid']}
          aria-describedby={joinClasses(input['aria-describedby'], (error || help) && underId) || undefined}
          className={styles.box}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {(error || help) && (
        <div id={underId} className={error ? styles.error : styles.help} aria-live="polite">
          {error ?? help}
        </div>
      )}
    </div>
  );
}

type BoxProps = {
  /** Label for screen readers. What the box selects is shown beside it. */
  label: string;
  checked: boolean;
  partly?: boolean;
  /** `shift` was down: select everything from the last box to this one. */
  onChange: (checked: boolean, shift: boolean) => void;
};

/** Selects the row in which it stands. */
export function CheckBox({ label, checked, partly = false, onChange }: BoxProps) {
  return (
    <label className={styles.alone}>
      <input
        ref={(element) => {
          if (element) element.indeterminate = partly && !checked;
        }}
        type="checkbox"
        aria-label={label}
        checked={checked}
        className={styles.box}
        onChange={(event) =>
          onChange(event.currentTarget.checked, Boolean((event.nativeEvent as MouseEvent).shiftKey))
        }
      />
    </label>
  );
}
