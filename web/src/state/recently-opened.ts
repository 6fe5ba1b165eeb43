import { forgetTexts, storeText } from '../lib/store-text.ts';
import { getNamedCompany, getUserKey, type StoredSession } from '../server/stored-session.ts';

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

/** Beginning of the keys under which the browser stores them: one for each company of a user with several. */
const KEYS = 'magistral.recent';
const MAX_STORED = 8;

/** The newest first; of this person in this company alone. */
export function listOpened(session: StoredSession): Opened[] {
  const { who, opened } = readStored(getKey(session));
  return who === getUserKey(session) ? opened : [];
}

export function recordOpened(session: StoredSession, item: Opened): void {
  const others = listOpened(session).filter(({ key }) => key !== item.key);
  const opened = [item, ...others].slice(0, MAX_STORED);
  storeText('localStorage', getKey(session), JSON.stringify({ who: getUserKey(session), opened }));
}

/** Forgets what was opened in all companies. */
export function clearOpened(): void {
  forgetTexts('localStorage', KEYS);
}

function getKey(session: StoredSession): string {
  const companyId = getNamedCompany(session);
  return companyId === null ? KEYS : `${KEYS}.${companyId}`;
}

function readStored(key: string): { who: string; opened: Opened[] } {
  try {
    const { who, opened } = JSON.parse(localStorage.getItem(key) ?? '{}') as {
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
