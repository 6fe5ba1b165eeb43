import { useState, type ClipboardEvent } from 'react';
import { normalizeDriverPhone, normalizePhone, PHONE_MESSAGE } from '#contract/values/phone.ts';
import { controlClass, Field, type FieldTexts } from '../ui/fields/Field.tsx';
import { isForeign, maskPhone } from '../lib/mask-phone.ts';
import { maskAnyPhone } from '../lib/mask-any-phone.ts';
import { useCaret } from '../lib/use-caret.ts';

type Props = Omit<FieldTexts, 'label'> & {
  label?: string;
  /** The masked text, `+7 (900) 000-00-01` or a part of it. */
  value: string;
  /** The masked text, and the phone as `79000000001` once it is complete. */
  onChange: (text: string, phone: string | null) => void;
  /** Numbers of other countries are taken too. */
  foreign?: boolean;
  disabled?: boolean;
  /** While the phone is being sent. */
  readOnly?: boolean;
  autoFocus?: boolean;
  name?: string;
  /** Off for another person's number, where the browser would fill in the user's own. */
  autoComplete?: 'tel' | 'tel webauthn' | 'off';
};

/** A Russian phone under the mask +7 (999) 999-99-99; takes any common notation by paste (spec section 5). */
export function PhoneField({
  label = 'Телефон',
  value,
  onChange,
  error,
  foreign = false,
  disabled,
  readOnly,
  autoFocus,
  name,
  autoComplete = 'tel',
  ...texts
}: Props) {
  // The plus that begins another country's code is the user's own: the caret stays behind it.
  const caret = useCaret(foreign ? /[\d+]/ : /\d/);
  const [left, setLeft] = useState(false);
  const normalize = foreign ? normalizeDriverPhone : normalizePhone;
  const mask = foreign ? maskAnyPhone : maskPhone;
  const incomplete = left && value !== '' && normalize(value) === null;

  function change(text: string) {
    setLeft(false);
    onChange(text, normalize(text));
  }
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text').trim();
    const whole = normalize(text) ?? (isForeign(text) ? text : null);
    if (whole === null || readOnly) return;
    // A complete number replaces the whole text of the field, wherever the caret is.
    event.preventDefault();
    change(mask(whole));
  }

  return (
    <Field {...texts} label={label} error={error ?? (incomplete ? PHONE_MESSAGE : null)}>
      {(aria) => (
        <input
          {...aria}
          ref={caret.ref}
          className={`${controlClass} tabular`}
          type="tel"
          inputMode="tel"
          autoComplete={autoComplete}
          name={name}
          placeholder="+7 (___) ___-__-__"
          value={value}
          disabled={disabled}
          readOnly={readOnly}
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          onPaste={paste}
          onBlur={() => setLeft(true)}
          onChange={(event) => {
            change(mask(caret.remember(event), value));
          }}
        />
      )}
    </Field>
  );
}
