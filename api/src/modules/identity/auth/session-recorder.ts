import type { Context, SessionRecorder } from '../../../context.ts';
import { batchCalls } from '../../../lib/turns/batch-calls.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { confirmSession } from './sessions.ts';
import { markConfirmedByCode, markSeen, readCodeTime } from './session-list-store.ts';

const SEEN_EVERY_MS = 5 * 60_000;
const CODE_EVERY_MS = 60_000;
/** Above this number all are forgotten, and each is recorded once more. */
const MAX_REMEMBERED = 20_000;
const MAX_BATCH_SIZE = 200;

/**
 * Records the use of sessions. It writes after the answer and rarely: a session that works all day costs one write in
 * five minutes. A lost process loses only such a record. Records of one moment are one statement.
 */
export const sessionRecorder: SessionRecorder = {
  findCodeTime: (ctx, sessionId) => readCodeTime(ctx.db.system, sessionId),
  confirm: confirmSession,
  recordSeen: (ctx, sessionId) => recordSeen(ctx)(sessionId),
  recordCode: (ctx, sessionId) => recordCodeUse(ctx)(sessionId),
};

const recordSeen = memoizePerOwner((ctx: Context) => throttleMark(ctx, SEEN_EVERY_MS, markSeen));
const recordCodeUse = memoizePerOwner((ctx: Context) =>
  throttleMark(ctx, CODE_EVERY_MS, markConfirmedByCode),
);

/** Records a session, unless it was recorded a moment ago. */
function throttleMark(ctx: Context, everyMs: number, mark: typeof markSeen): (sessionId: number) => void {
  const last = new Map<number, number>();
  const record = batchCalls(
    async (sessionIds: number[]) => {
      const now = ctx.clock.now();
      await mark(ctx.db.system, { sessionIds, since: new Date(now.getTime() - everyMs), now });
      return sessionIds.map(() => true);
    },
    { maxConcurrent: 1, maxBatch: MAX_BATCH_SIZE },
  );
  return (sessionId) => {
    const now = ctx.clock.now().getTime();
    if (now - (last.get(sessionId) ?? -Infinity) < everyMs) return;
    if (last.size >= MAX_REMEMBERED) last.clear();
    last.set(sessionId, now);
    record(sessionId).catch((error: unknown) =>
      ctx.log.debug({ err: error }, 'the use of a session was not noted'),
    );
  };
}
