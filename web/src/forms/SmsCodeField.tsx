import { useState, type ClipboardEvent } from 'react';
import { SMS_CODE_LENGTH } from '#contract/limits.ts';
import { joinClasses } from '../lib/join-classes.ts';
import { useHandOnFocus } from '../lib/use-hand-on-focus.ts';
import { usePhoneCode } from '../lib/use-phone-code.ts';
import { Field, type FieldTexts } from '../ui/fields/Field.tsx';
import styles from './SmsCodeField.module.css';

type Props = Omit<FieldTexts, 'label'> & {
  label?: string;
  value: string;
  onChange: (code: string) => void;
  /** Called once with the whole code, as soon as the sixth digit is entered. */
  onComplete?: (code: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
};

/** One field that a phone can fill by itself, drawn as six slots (spec sections 2 and 5). */
export function SmsCodeField(props: Props) {
  const { label = 'Код из СМС', value, onChange, onComplete, disabled, autoFocus, ...texts } = props;
  const [focused, setFocused] = useState(false);
  const input = useHandOnFocus<HTMLInputElement>();

  usePhoneCode((code) => {
    if (!disabled) change(code);
  });

  function change(typed: string) {
    const digits = typed.replace(/\D/g, '');
    // A refused code fills the field: what is typed after it belongs to another one.
    const another = texts.error && value.length === SMS_CODE_LENGTH && digits.startsWith(value);
    const code = (another ? digits.slice(SMS_CODE_LENGTH) : digits).slice(0, SMS_CODE_LENGTH);
    onChange(code);
    if (code.length === SMS_CODE_LENGTH && code !== value) onComplete?.(code);
  }

  function paste(event: ClipboardEvent) {
    const code = codeIn(event.clipboardData.getData('text'));
    if (code === null || disabled) return;
    // A whole code replaces the whole text of the field, wherever the caret is.
    event.preventDefault();
    change(code);
  }

  return (
    <Field {...texts} label={label}>
      {(aria) => (
        <span className={joinClasses(styles.box, texts.error && styles.wrong, disabled && styles.disabled)}>
          <input
            {...aria}
            ref={input}
            className={styles.input}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            name="sms"
            pattern="\d*"
            value={value}
            // Read-only, not disabled: the focus stays, in case the code has to be typed again.
            readOnly={disabled}
            aria-disabled={disabled || undefined}
            autoFocus={autoFocus}
            data-autofocus={autoFocus || undefined}
            onPaste={paste}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={(event) => change(event.currentTarget.value)}
          />
          {Array.from({ length: SMS_CODE_LENGTH }, (_, slot) => (
            <span
              key={slot}
              aria-hidden="true"
              className={joinClasses(styles.slot, focused && slot === activeSlot(value) && styles.active)}
            >
              {value[slot]}
            </span>
          ))}
        </span>
      )}
    </Field>
  );
}

/** The code in a text, which may be the whole message; null if there is none. */
function codeIn(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  const apart = text.match(/\d+/g)?.find((group) => group.length === SMS_CODE_LENGTH);
  return apart ?? (digits.length === SMS_CODE_LENGTH ? digits : null);
}

function activeSlot(code: string): number {
  return Math.min(code.length, SMS_CODE_LENGTH - 1);
}
