import type { Db } from '../../../db/database.ts';
import { insertEvents } from './notice-event-store.ts';
import type { AnyEvent } from './notify.ts';

/**
 * As `notify`, for events of many deeds whose transaction is sent in one piece: the statement leaves before this returns. For
 * kinds that everybody hears of and that have no letter of their own.
 */
export function notifyTogether(tx: Db, events: readonly AnyEvent[]): Promise<void> {
  return insertEvents(tx, events);
}
