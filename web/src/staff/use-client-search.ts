import { useState } from 'react';
import { findClients } from '#contract/companies/clients.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { useRead } from '../state/use-call.ts';

const DELAY_MS = 300;

/** Searches clients by their INN or a part of their title as the user types; `first` is searched for at once. */
export function useClientSearch(first = '') {
  const [searchText, setSearchText] = useState(first);
  const [requested, setRequested] = useState(first.trim());
  const ask = useDebounced((text: string) => setRequested(text.trim()), DELAY_MS);
  const read = useRead(findClients, { query: { search: requested } }, { enabled: requested !== '' });
  const clients = requested === '' ? [] : (read.data?.data ?? []);
  return {
    words: searchText,
    type: (text: string) => {
      setSearchText(text);
      ask.call(text);
    },
    read,
    clients,
    /** Null before the first search. */
    count: requested !== '' && read.isSuccess ? clients.length : null,
  };
}
