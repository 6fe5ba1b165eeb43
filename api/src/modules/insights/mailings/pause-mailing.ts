import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { nextTime } from './mailing.ts';
import { deleteMailing, updateState, requireOwnMailing, type Requester } from './mailings.ts';

/** Sends nothing for a while. */
export function pauseMailing(ctx: Context, asker: Requester, id: number): Promise<void> {
  return changeState(ctx, asker, { id, state: 'paused' });
}

/**
 * Resumes the mailing at its next time. Missed reports are not sent later. The user who resumes a mailing becomes
 * responsible for it.
 */
export function resumeMailing(ctx: Context, asker: Requester, id: number): Promise<void> {
  return changeState(ctx, asker, { id, state: 'on' });
}

function changeState(
  ctx: Context,
  asker: Requester,
  { id, state }: { id: number; state: 'on' | 'paused' },
): Promise<void> {
  const { scope, userId } = asker;
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    const mailing = await requireOwnMailing(tx, asker, id);
    const authorId = state === 'on' ? userId : mailing.authorId;
    await updateState(tx, scope, { id, state, authorId, nextAt: nextTime(mailing, now) });
    const what = state === 'on' ? 'mailing-resumed' : 'mailing-paused';
    await recordEvent(tx, { at: now, what, userId, companyId: scope.companyId, after: { mailing: id } });
  });
}

/** Deletes a mailing with its addresses and its outcomes. */
export function removeMailing(ctx: Context, asker: Requester, id: number): Promise<void> {
  const { scope, userId } = asker;
  return ctx.db.inCompany(scope, async (tx) => {
    const { title } = await requireOwnMailing(tx, asker, id);
    await deleteMailing(tx, scope, id);
    const after = { mailing: id, title };
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'mailing-removed',
      userId,
      companyId: scope.companyId,
      after,
    });
  });
}
