import type { Db } from '../../../db/database.ts';
import { insertEvents } from './notice-event-store.ts';
import type { AnyEvent } from './notify.ts';

/**
 * Works as `notify`, for events of many actions whose transaction is sent in one piece. The statement is sent before
 * this returns. Only for kinds that every user receives and that have no email of their own.
 */
export function notifyTogether(tx: Db, events: readonly AnyEvent[]): Promise<void> {
  return insertEvents(tx, events);
}
