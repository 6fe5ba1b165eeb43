import { useEffect, useState } from 'react';
import { readSearch } from '#contract/read-search.ts';
import { SEARCH_MAX, searchEverything } from '#contract/search.ts';
import { useRead } from '../../state/use-call.ts';

/** Typing that goes on asks nothing. */
const PAUSE_MS = 120;
const MIN_LETTERS = 3;

/**
 * Finds operations, invoices and documents on the server. Only the answer to the current text counts. Until it comes,
 * `awaited` is true.
 */
export function useFound(text: string, today: string) {
  const asked = text.trim().slice(0, SEARCH_MAX);
  const paused = usePaused(asked);
  const worth = saysSomething(asked, today);
  const isCurrent = paused === asked;
  const read = useRead(searchEverything, { query: { q: asked } }, { enabled: worth && isCurrent });
  return {
    found: worth && isCurrent ? read.data?.data : undefined,
    awaited: worth && (!isCurrent || read.isPending) && !read.isError,
    failed: worth && isCurrent && read.isError ? read.error : null,
    again: () => void read.refetch(),
  };
}

function saysSomething(text: string, today: string): boolean {
  if (text.length < 2) return false;
  const { day, month, numbers, words } = readSearch(text, today);
  return (
    day !== null || month !== null || numbers.length > 0 || words.some((word) => word.length >= MIN_LETTERS)
  );
}

/** The text after its typing has paused. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
