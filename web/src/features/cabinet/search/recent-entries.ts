import type { StoredSession } from '../../../server/session.ts';
import { listOpened, recordOpened } from '../../../state/recently-opened.ts';
import type { Entry } from './entry.ts';
import { findEntry, type Given } from './find-entries.ts';

const MAX_RECENT = 5;

/** Returns the entries that this user has opened last, as far as they still exist. */
export function recentEntries(session: StoredSession, given: Given): Entry[] {
  return listOpened(session)
    .map(({ key, title, note, to }): Entry | null => {
      const kind = STORED_WHOLE.find((item) => key.startsWith(`${item}:`));
      if (!kind) return findEntry(key, given);
      return title && to ? { key, kind, title, to, ...(note && { note }) } : null;
    })
    .filter((entry) => entry !== null)
    .slice(0, MAX_RECENT);
}

/**
 * Only the server knows these entries. For cards, drivers and places the key is enough, so that no names stay in the
 * browser.
 */
const STORED_WHOLE = ['operation', 'invoice', 'document'] as const;

export function recordEntry(session: StoredSession, { key, kind, opens, title, note, to }: Entry): void {
  const isWhole = STORED_WHOLE.some((item) => item === kind);
  if (isWhole && to) recordOpened(session, { key, title, to, ...(note && { note }) });
  else if (opens !== undefined || (kind !== 'action' && kind !== 'answer'))
    recordOpened(session, { key: opens ?? key });
}
