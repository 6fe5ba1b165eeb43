import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { nextTime } from './mailing.ts';
import { lockMailing, updateState } from './mailing-store.ts';

/** Pauses a client's mailing for staff: the client may go on with it. Refuses: 404 no such mailing of this client; 409 it does not run. */
export function stopClientMailing(
  ctx: Context,
  scope: CompanyScope,
  said: { id: number; userId: number; ip: string; reason: string },
): Promise<void> {
  const { id, userId, ip, reason } = said;
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const mailing = await lockMailing(tx, scope, id);
    if (!mailing) throw notFound('Рассылка не найдена');
    if (mailing.state !== 'on') throw conflict('Рассылка уже не идёт');
    const { authorId } = mailing;
    await updateState(tx, scope, { id, state: 'paused', authorId, nextAt: nextTime(mailing, now) });
    const { companyId } = scope;
    await recordEvent(tx, {
      at: now,
      what: 'mailing-paused',
      userId,
      companyId,
      ip,
      after: { mailing: id },
      details: { reason },
    });
  });
}
