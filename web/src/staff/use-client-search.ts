import { useState } from 'react';
import { findClients } from '#contract/companies/clients.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { useRead } from '../state/use-call.ts';

const DELAY_MS = 300;

/** Searches clients by their INN or a part of their title as the user types. While an answer is pending, none is found. */
export function useClientSearch() {
  const [typed, setTyped] = useState('');
  const [requested, setRequested] = useState('');
  const ask = useDebounced(setRequested, DELAY_MS);
  const read = useRead(findClients, { query: { search: requested } }, { enabled: requested !== '' });
  return {
    type: (text: string) => {
      setTyped(text.trim());
      ask.call(text.trim());
    },
    read,
    /** Null before the first search, and until its answer has arrived. */
    found: typed !== '' && typed === requested ? (read.data?.data ?? null) : null,
    searching: typed !== '' && !(typed === requested && (read.isSuccess || read.isError)),
  };
}
