import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { FieldSet } from './FieldSet.tsx';
import styles from './Segmented.module.css';

type SegmentedProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  /** Null: nothing is chosen yet. */
  value: Value | null;
  onChange: (value: Value) => void;
  labelHidden?: boolean;
  help?: ReactNode;
  error?: string | null;
  disabled?: boolean;
  /** Choosing is an action: arrows only move between the options, and a click, Space or Enter chooses. */
  deliberate?: boolean;
  /** The choice is being sent: nothing can be chosen, and the focus stays. */
  busy?: boolean;
};

/** One of a few options, side by side: rubles or litres, day or month. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { options, value, onChange, deliberate = false, busy = false, ...texts } = props;
  const name = useId();
  // The radio that the Tab key reaches.
  const reached = options.some((option) => option.value === value) ? value : options[0]?.value;
  return (
    <FieldSet {...texts} busy={busy}>
      {(aria) => (
        <div className={styles.segments}>
          {options.map((option) => (
            <label key={option.value} className={styles.segment}>
              <input
                {...(option.value === reached && aria)}
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                aria-disabled={busy || undefined}
                onKeyDown={deliberate ? walkRadios : undefined}
                onChange={() => !busy && onChange(option.value)}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
      )}
    </FieldSet>
  );
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A browser would choose every radio that an arrow reaches, and do nothing on Enter. */
function walkRadios(event: KeyboardEvent<HTMLInputElement>) {
  const step = STEPS[event.key];
  if (step === undefined && event.key !== 'Enter') return;
  event.preventDefault();
  const radio = event.currentTarget;
  if (step === undefined) return radio.click();
  const radios = [...(radio.closest('fieldset')?.querySelectorAll('input') ?? [])];
  radios.at((radios.indexOf(radio) + step) % radios.length)?.focus();
}
