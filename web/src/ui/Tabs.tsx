import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import styles from './Tabs.module.css';

type Choice<Value extends string> = { value: Value; label: ReactNode };

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly (Choice<Value> & { count?: number })[];
  value: Value;
  onChange: (value: Value) => void;
  /** The content of the chosen tab. */
  children: ReactNode;
};

/** Several views of one place. Arrow keys move from tab to tab. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function press(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(tab)]?.focus();
  }

  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={press}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}

type SegmentedProps<Value extends string> = {
  label: string;
  options: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  labelHidden?: boolean;
  disabled?: boolean;
  /** Choosing is an action: arrows only move between the options, and a click, Space or Enter chooses. */
  deliberate?: boolean;
  /** The choice is being sent: nothing can be chosen, and the focus stays. */
  busy?: boolean;
};

/** One of a few options, side by side: rubles or litres, day or month. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, labelHidden = false, disabled } = props;
  const { deliberate = false, busy = false } = props;
  const name = useId();
  return (
    <fieldset className={styles.fieldset} disabled={disabled} aria-busy={busy || undefined}>
      <legend className={joinClasses(styles.legend, labelHidden && styles.unseen)}>{label}</legend>
      <div className={styles.segments}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment}>
            <input
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
    </fieldset>
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
