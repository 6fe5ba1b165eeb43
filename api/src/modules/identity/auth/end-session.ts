import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Session } from '../../../http/session.ts';
import { closeOwnSession, closeOtherSessions } from './session-list-store.ts';
import { closeSession } from './sessions.ts';

/** Ends one of the person's own sessions at once: a trigger ends its streams. 404 another person's, one that is over. */
export async function endSession(
  ctx: Context,
  { id, session, ip }: { id: number; session: Session; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  const { userId } = session;
  await ctx.db.inSystem(async (tx) => {
    if (!(await closeOwnSession(tx, { id, userId, now }))) throw notFound('Этот сеанс уже завершён');
    await recordEvent(tx, {
      at: now,
      what: 'session-ended',
      userId,
      companyId: session.company?.id,
      ip,
      targets: [{ kind: 'session', id }],
      details: { by: session.id },
    });
  });
}

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
