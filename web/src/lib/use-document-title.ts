import { useEffect, useSyncExternalStore } from 'react';

/** Names the thing that the page is about; a page knows it later than its frame, once it is read. */
interface Subject {
  text: string;
  /** The thing's name replaces the page's title, otherwise it stands after it. */
  isTitle: boolean;
}

const NOTHING: Subject = { text: '', isTitle: false };
let subject = NOTHING;
const listeners = new Set<() => void>();

function setSubject(next: Subject): void {
  subject = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Sets the title of the browser's tab, which screen readers read first: «Карта •• 4000 — Магистраль». Returns the title
 * of the page itself.
 */
export function useDocumentTitle(title: string, programme: string): string {
  const { text, isTitle } = useSyncExternalStore(subscribe, () => subject);
  const heading = isTitle && text !== '' ? text : title;
  useEffect(() => {
    const name = isTitle ? heading : [title, text].filter(Boolean).join(' ');
    document.title = name ? `${name} — ${programme}` : programme;
  }, [title, text, isTitle, heading, programme]);
  return heading;
}

/**
 * Adds what this page is about to its tab's title, as long as the page is shown. With `isTitle` it is the title of the
 * page itself: «Р 140 ТТ 790 Volvo FH». Empty while it is not read.
 */
export function useTitleSubject(text: string, isTitle = false): void {
  useEffect(() => {
    setSubject({ text, isTitle });
    return () => setSubject(NOTHING);
  }, [text, isTitle]);
}
