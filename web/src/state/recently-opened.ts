import { forgetText, keepText } from '../lib/keep-text.ts';
import { whoIs, type StoredSession } from '../server/session.ts';

/** What somebody has opened by the search: its key, and the words of what only the server knows. No money is kept. */
export interface Opened {
  key: string;
  title?: string;
  note?: string;
  to?: string;
}

const KEY = 'magistral.recent';
const MOST_KEPT = 8;

/** The newest first; of this person in this company alone. */
export function listOpened(session: StoredSession): Opened[] {
  const { who, opened } = kept();
  return who === whoIs(session) ? opened : [];
}

export function noteOpened(session: StoredSession, one: Opened): void {
  const others = listOpened(session).filter(({ key }) => key !== one.key);
  const opened = [one, ...others].slice(0, MOST_KEPT);
  keepText('localStorage', KEY, JSON.stringify({ who: whoIs(session), opened }));
}

export function clearOpened(): void {
  forgetText('localStorage', KEY);
}

function kept(): { who: string; opened: Opened[] } {
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

function isOpened(one: unknown): one is Opened {
  return typeof one === 'object' && one !== null && typeof (one as Opened).key === 'string';
}
