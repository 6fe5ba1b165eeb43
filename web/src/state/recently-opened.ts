import { forgetText, storeText } from '../lib/store-text.ts';
import { getUserKey, type StoredSession } from '../server/session.ts';

/**
 * Entry that the user has opened by the search: its key, and the text if only the server knows the entry. No money is
 * stored.
 */
export interface Opened {
  key: string;
  title?: string;
  note?: string;
  to?: string;
}

const KEY = 'magistral.recent';
const MAX_STORED = 8;

/** The newest first; of this person in this company alone. */
export function listOpened(session: StoredSession): Opened[] {
  const { who, opened } = readStored();
  return who === getUserKey(session) ? opened : [];
}

export function recordOpened(session: StoredSession, item: Opened): void {
  const others = listOpened(session).filter(({ key }) => key !== item.key);
  const opened = [item, ...others].slice(0, MAX_STORED);
  storeText('localStorage', KEY, JSON.stringify({ who: getUserKey(session), opened }));
}

export function clearOpened(): void {
  forgetText('localStorage', KEY);
}

function readStored(): { who: string; opened: Opened[] } {
  try {
    const { who, opened } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as {
      who?: string;
      opened?: unknown;
    };
    return { who: who ?? '', opened: Array.isArray(opened) ? opened.filter(isOpened) : [] };
  } catch {
    return { who: '', opened: [] };
  }
}

function isOpened(item: unknown): item is Opened {
  return typeof item === 'object' && item !== null && typeof (item as Opened).key === 'string';
}
