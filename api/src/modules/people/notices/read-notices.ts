import type { Context } from '../../../context.ts';
import { countUnread, markRead, type Reader } from './own-notice-store.ts';

/** Marks one notice of a person as read, or all up to one; returns how many are left. */
export async function readNotices(
  ctx: Context,
  reader: Reader,
  said: { id?: number | undefined; until?: number | undefined },
): Promise<number> {
  return ctx.db.inSystem(async (tx) => {
    await markRead(tx, reader, { id: said.id ?? null, until: said.until ?? null, now: ctx.clock.now() });
    return countUnread(tx, reader);
  });
}
