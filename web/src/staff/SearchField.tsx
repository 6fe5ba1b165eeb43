import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDebounced } from '../lib/use-debounced.ts';
import { useWriteAddress } from '../state/use-write-address.ts';
import { TextField } from '../ui/TextField.tsx';
import styles from './StaffFilters.module.css';

const DELAY_MS = 300;

/** The search of a list of the staff: `q` of the address, a moment after typing; a new one starts at the first page. */
export function SearchField({ label, help }: { label: string; help?: string }) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const [words, setWords] = useState(search.get('q') ?? '');
  const ask = useDebounced((text: string) => write({ q: text.trim() || null, page: null }), DELAY_MS);
  return (
    <TextField
      label={label}
      help={help}
      type="search"
      className={styles.search}
      maxLength={100}
      value={words}
      onChange={(text) => {
        setWords(text);
        ask.call(text);
      }}
      autoComplete="off"
    />
  );
}
