import type { Context, SessionKeeper } from '../../../context.ts';
import { memoizePerOwner } from '../../../lib/memoize-per-owner.ts';
import { confirmSession } from './confirm-session.ts';
import { markConfirmedByDeed, markSeen, readCodeTime } from './session-list-store.ts';

const SEEN_EVERY_MS = 5 * 60_000;
const CODE_EVERY_MS = 60_000;
/** Then all are forgotten, and each is noted once more. */
const MOST_REMEMBERED = 20_000;

/**
 * What is known of a session's use. It is written behind the answer and seldom: a session that works all day costs a write
 * in five minutes, and what is lost with a process is a note, nothing else.
 */
export const keepSession: SessionKeeper = {
  findCodeTime: (ctx, sessionId) => readCodeTime(ctx.db.system, sessionId),
  confirm: confirmSession,
  noteSeen(ctx, sessionId) {
    noteSeldom(ctx, `seen:${sessionId}`, SEEN_EVERY_MS, (since, now) =>
      markSeen(ctx.db.system, { sessionId, since, now }),
    );
  },
  noteCode(ctx, sessionId) {
    noteSeldom(ctx, `code:${sessionId}`, CODE_EVERY_MS, (since, now) =>
      markConfirmedByDeed(ctx.db.system, { sessionId, since, now }),
    );
  },
};

const lastNotes = memoizePerOwner((_ctx: Context) => new Map<string, number>());

function noteSeldom(
  ctx: Context,
  what: string,
  everyMs: number,
  note: (since: Date, now: Date) => Promise<void>,
): void {
  const notes = lastNotes(ctx);
  const now = ctx.clock.now();
  if (now.getTime() - (notes.get(what) ?? -Infinity) < everyMs) return;
  if (notes.size >= MOST_REMEMBERED) notes.clear();
  notes.set(what, now.getTime());
  note(new Date(now.getTime() - everyMs), now).catch((error: unknown) =>
    ctx.log.debug({ err: error }, 'the use of a session was not noted'),
  );
}
