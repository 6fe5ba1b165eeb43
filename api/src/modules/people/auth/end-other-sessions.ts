import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Session } from '../../../http/session.ts';
import { closeOtherSessions } from './session-list-store.ts';

/** Ends all sessions of the person but the one that asks, and returns how many. */
export async function endOtherSessions(
  ctx: Context,
  { session, ip }: { session: Session; ip?: string },
): Promise<number> {
  const now = ctx.clock.now();
  const { id, userId } = session;
  return ctx.db.inSystem(async (tx) => {
    const ended = await closeOtherSessions(tx, { id, userId, now });
    if (ended > 0) {
      await recordEvent(tx, {
        at: now,
        what: 'session-ended',
        userId,
        companyId: session.company?.id,
        ip,
        details: { by: id, ended },
      });
    }
    return ended;
  });
}
