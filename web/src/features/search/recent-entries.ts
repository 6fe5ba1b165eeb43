import type { StoredSession } from '../../server/session.ts';
import { listOpened, noteOpened } from '../../state/recently-opened.ts';
import type { Entry } from './entry.ts';
import { entryOf, type Given } from './find-entries.ts';

const MOST_RECENT = 5;

/** What this person has opened last, as far as it is still there. */
export function recentEntries(session: StoredSession, given: Given): Entry[] {
  return listOpened(session)
    .map(({ key, title, note, to }): Entry | null => {
      const kind = KEPT_WHOLE.find((one) => key.startsWith(`${one}:`));
      if (!kind) return entryOf(key, given);
      return title && to ? { key, kind, title, to, ...(note && { note }) } : null;
    })
    .filter((entry) => entry !== null)
    .slice(0, MOST_RECENT);
}

/** Only the server knows these. Of cards, drivers and places the key is enough, so that no names stay in the browser. */
const KEPT_WHOLE = ['operation', 'invoice', 'document'] as const;

export function noteEntry(session: StoredSession, { key, kind, opens, title, note, to }: Entry): void {
  const isWhole = KEPT_WHOLE.some((one) => one === kind);
  if (isWhole && to) noteOpened(session, { key, title, to, ...(note && { note }) });
  else if (opens !== undefined || (kind !== 'action' && kind !== 'answer'))
    noteOpened(session, { key: opens ?? key });
}
