import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Session } from '../../../http/session.ts';
import { closeOwnSession } from './session-list-store.ts';

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
