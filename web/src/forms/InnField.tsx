import type { ReactNode } from 'react';
import { INN_MAX_LENGTH } from '#contract/values/inn.ts';
import { TextField } from '../ui/fields/TextField.tsx';

type Props = {
  value: string;
  onChange: (inn: string) => void;
  label?: string;
  help?: ReactNode;
  error?: string | null;
  /** The company check is in progress. */
  checking?: boolean;
  disabled?: boolean;
};

/** A tax id: only digits and at most twelve, whatever is typed or pasted (spec section 5, both readings). */
export function InnField({
  value,
  onChange,
  label = 'ИНН компании',
  help,
  error,
  checking,
  disabled,
}: Props) {
  return (
    <TextField
      label={label}
      help={checking ? 'Ищем организацию…' : (help ?? '10 цифр у организации, 12 у предпринимателя')}
      error={error}
      className="tabular"
      inputMode="numeric"
      autoComplete="off"
      name="inn"
      value={value}
      disabled={disabled}
      onChange={(text) => onChange(filterInnDigits(text))}
    />
  );
}

function filterInnDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, INN_MAX_LENGTH);
}
