import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useDebounced } from '../lib/use-debounced.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { wideFilter } from './FilterBar.tsx';

type Props = {
  /** Name for screen readers. */
  label: string;
  /** Describes what the field finds: «Номер, ИНН, компания». */
  placeholder: string;
  /** Search text of the list, as in the address. */
  value: string;
  /** Called with the text without blanks around it. Empty means everything. */
  onChange: (searchText: string) => void;
  maxLength?: number;
  /** One of several beside each other, without the glass. */
  plain?: boolean;
  wide?: boolean;
};

const DELAY_MS = 300;

/** Words to find in a list: shown as they are typed, asked for when typing pauses. */
export function SearchField(props: Props) {
  const { label, placeholder, value, onChange, maxLength = 100, plain = false, wide = false } = props;
  const [text, setText] = useState(value);
  const [known, setKnown] = useState({ value, sent: value });
  const typed = useDebounced((next: string) => {
    setKnown((before) => ({ ...before, sent: next }));
    if (next !== value) onChange(next);
  }, DELAY_MS);
  // The address has changed: by this field, which may be ahead of it already, or by a saved view or the way back; then it follows.
  if (known.value !== value) {
    setKnown({ ...known, value });
    if (known.sent !== value) setText(value);
  }
  return (
    <TextField
      label={label}
      labelHidden
      type="search"
      autoComplete="off"
      placeholder={placeholder}
      maxLength={maxLength}
      {...(wide ? { className: wideFilter } : {})}
      prefix={plain ? null : <IconSearch aria-hidden="true" stroke={1.75} />}
      value={text}
      onChange={(next) => {
        setText(next);
        typed.call(next.trim());
      }}
    />
  );
}
