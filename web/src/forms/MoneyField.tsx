import { useState, type ReactNode } from 'react';
import type { Kopecks, MoneyUnit } from '#contract/kopecks.ts';
import { CURRENCY_SIGN } from '#contract/limits.ts';
import { Field, controlClass, type FieldTexts } from '../ui/fields/Field.tsx';
import { Money } from '../ui/text/Money.tsx';
import { joinClasses } from '../lib/join-classes.ts';
import { typeMoney } from './type-money.ts';
import { useCaret } from '../lib/use-caret.ts';
import styles from './MoneyField.module.css';

type Props = Omit<FieldTexts, 'label'> & {
  label?: ReactNode;
  /** The field's text, as passed to `onChange`. */
  value: string;
  /** The grouped text and its sum; null while the text is not a sum. */
  onChange: (text: string, kopecks: Kopecks | null) => void;
  /** Rubles that will be left at the source: shows «Останется …» under the field. */
  remainingRubles?: number | null;
  size?: 'medium' | 'large';
  /** Shown inside the field at its end, and named by its refusals. */
  unit?: MoneyUnit;
  disabled?: boolean;
  /** While the sum is being sent: it cannot be changed, and the focus stays in the field. */
  readOnly?: boolean;
  autoFocus?: boolean;
  name?: string;
};

/** A sum as people type it: spaces, comma or point, pasted text; up to six digits before the comma (spec section 9). */
export function MoneyField(props: Props) {
  const {
    label = 'Сумма',
    value,
    onChange,
    remainingRubles,
    size = 'medium',
    unit = 'rubles',
    disabled,
    readOnly,
    autoFocus,
    name,
    ...texts
  } = props;
  const caret = useCaret(/[\d,]/);
  const [refusal, setRefusal] = useState<string | null>(null);
  const remaining =
    remainingRubles === undefined || remainingRubles === null ? null : (
      <>
        Останется <Money value={remainingRubles} />
      </>
    );
  return (
    <Field {...texts} label={label} error={texts.error ?? refusal} help={remaining ?? texts.help}>
      {(aria) => (
        <span className={styles.box}>
          <input
            {...aria}
            ref={caret.ref}
            className={joinClasses(controlClass, styles.input, styles[size])}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            name={name}
            placeholder="0"
            value={value}
            disabled={disabled}
            readOnly={readOnly}
            autoFocus={autoFocus}
            data-autofocus={autoFocus || undefined}
            onBlur={() => setRefusal(null)}
            // The text here differs from what was typed. Enter would send another sum before the user has read why.
            onKeyDown={(event) => {
              if (refusal && event.key === 'Enter') event.preventDefault();
            }}
            onChange={(event) => {
              const typed = typeMoney(caret.remember(event), value, unit);
              setRefusal(typed.refusal);
              if (typed.refusal === null) onChange(typed.text, typed.kopecks);
            }}
          />
          <span className={styles.sign} aria-hidden="true">
            {unit === 'rubles' ? CURRENCY_SIGN : 'л'}
          </span>
        </span>
      )}
    </Field>
  );
}
