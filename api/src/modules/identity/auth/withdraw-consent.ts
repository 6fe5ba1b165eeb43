import type { Context } from '../../../context.ts';
import { badRequest } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { closeAllSessions } from './sessions.ts';
import { insertAct, lockLastAct } from '../consents/consents.ts';
import type { CallOrigin } from '../../../http/call.ts';

/**
 * Withdraws the consent: the record of consent stays, a record of the withdrawal is added, and the person is
 * signed out everywhere. The programme's staff find it in the audit log. 400 when there is nothing to
 * withdraw.
 */
export async function withdrawConsent(
  ctx: Context,
  { userId, from }: { userId: number; from: CallOrigin },
): Promise<Date> {
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const last = await lockLastAct(tx, userId);
    if (last?.act !== 'given') throw badRequest('Согласие не давалось или уже отозвано');
    const { version, sha256 } = last;
    await insertAct(tx, { act: 'withdrawn', version, sha256, userId, ...from, at: now });
    await closeAllSessions(tx, { userId, now });
    await recordEvent(tx, { at: now, what: 'consent-withdrawn', userId, ip: from.ip, details: { version } });
    return now;
  });
}
