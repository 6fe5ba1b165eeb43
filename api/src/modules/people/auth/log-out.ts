import type { Context } from '../../../context.ts';
import type { Session } from '../../../http/session.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { closeSession } from './session-store.ts';

/** Ends the session on the server: none of its tokens and tickets opens anything afterwards. */
export async function logOut(ctx: Context, session: Session, ip: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    await closeSession(tx, { sessionId: session.id, now });
    await recordEvent(tx, {
      at: now,
      what: 'signed-out',
      userId: session.userId,
      ip,
      details: { sessionId: session.id },
    });
  });
}
