import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { QUANTITY_MAX_DEFAULT } from '#contract/limits.ts';
import { joinClasses } from '../lib/join-classes.ts';
import { clampQuantity, typeQuantity } from './type-quantity.ts';
import styles from './QuantityStepper.module.css';

type Props = {
  /** Name of what is counted, for screen readers: «Карт Роснефть». */
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  error?: string | null;
  disabled?: boolean;
};

/** A whole number, set by buttons, typing or arrow keys, always within its bounds (spec section 5). */
export function QuantityStepper({
  label,
  value,
  onChange,
  min = 0,
  max = QUANTITY_MAX_DEFAULT,
  error,
  disabled,
}: Props) {
  const errorId = useId();
  const [separator, setSeparator] = useState('');

  function step(by: number) {
    setSeparator('');
    onChange(clampQuantity(value + by, min, max));
  }

  function type(text: string) {
    const typed = typeQuantity(text, min, max);
    setSeparator(typed.separator);
    onChange(typed.value);
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  }

  return (
    <div className={styles.field}>
      <div className={joinClasses(styles.stepper, error && styles.wrong)} role="group" aria-label={label}>
        <button
          type="button"
          aria-label="Меньше"
          className={styles.button}
          disabled={disabled || value <= min}
          onClick={() => step(-1)}
        >
          <IconMinus aria-hidden="true" stroke={2} />
        </button>
        <input
          className={styles.input}
          role="spinbutton"
          aria-label={label}
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={`${value}${separator}`}
          disabled={disabled}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={onKeyDown}
          onBlur={() => setSeparator('')}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <button
          type="button"
          aria-label="Больше"
          className={styles.button}
          disabled={disabled || value >= max}
          onClick={() => step(1)}
        >
          <IconPlus aria-hidden="true" stroke={2} />
        </button>
      </div>
      <p id={errorId} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
