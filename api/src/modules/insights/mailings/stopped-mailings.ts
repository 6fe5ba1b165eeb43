import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { nextTime } from './mailing.ts';
import { lockMailing, updateState, stopMailing, type MailingAtWork } from './mailings.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { endDelivery, type ClaimedDelivery } from './deliveries.ts';

/** Pauses a client's mailing for staff; the client may resume it. Refuses: 404 no such mailing of this client; 409 it does not run. */
export function stopClientMailing(
  ctx: Context,
  scope: CompanyScope,
  input: { id: number; userId: number; ip: string; reason: string },
): Promise<void> {
  const { id, userId, ip, reason } = input;
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

/**
 * Stops a mailing whose author may no longer read the company's data. Nothing is sent until a colleague takes it over.
 * Admins are notified.
 */
export async function stopForAuthor(
  ctx: Context,
  { id, companyId, title }: MailingAtWork,
  delivery: ClaimedDelivery,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const problem = 'У автора рассылки больше нет доступа к компании';
    await endDelivery(tx, { id: delivery.id, state: 'skipped', bytes: null, problem, now });
    if (!(await stopMailing(tx, id))) return;
    await recordEvent(tx, { at: now, what: 'mailing-stopped', companyId, after: { mailing: id, title } });
    await notify(tx, {
      kind: 'mailing-stopped',
      companyId,
      facts: { title },
      about: `mailing:${id}:${delivery.id}`,
      now,
    });
  });
}
