import { useEffect, useSyncExternalStore } from 'react';

/** Names the thing that the page is about; a page knows it later than its frame, once it is read. */
let subject = '';
const listeners = new Set<() => void>();

function setSubject(next: string): void {
  subject = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the title of the browser's tab, which screen readers read first: «Карта •• 4000 — Магистраль». */
export function useDocumentTitle(title: string, programme: string): void {
  const about = useSyncExternalStore(subscribe, () => subject);
  useEffect(() => {
    const name = [title, about].filter(Boolean).join(' ');
    document.title = name ? `${name} — ${programme}` : programme;
  }, [title, about, programme]);
}

/** Adds what this page is about to its tab's title, as long as the page is shown. */
export function useTitleSubject(about: string): void {
  useEffect(() => {
    setSubject(about);
    return () => setSubject('');
  }, [about]);
}
