import { maskPhone } from '#contract/values/phone.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { closeAllSessions } from '../auth/sessions.ts';
import { forgetDevices } from '../auth/known-devices.ts';
import { endChats } from '../../messaging/channels/linked-channels.ts';
import { notifyOfAccessChange } from '../../messaging/notices/security-notices.ts';
import { setPhone } from '../../messaging/users/users.ts';
import { TAKEN } from './allow-phone-change.ts';
import { isTaken, lockChange, markEnded } from './phone-changes.ts';

/**
 * Applies the change when the day is over and it was not cancelled. From now on the new phone signs in, and every
 * session of the old one ends. A phone that another user has taken meanwhile stays theirs.
 */
export async function changePhone(ctx: Context, changeId: number): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const change = await lockChange(tx, changeId);
    if (change?.state !== 'allowed' || !change.effectiveAt || change.effectiveAt > now) return;
    const { userId, companyId, newPhone } = change;
    const taken = await isTaken(tx, newPhone);
    const state = taken ? 'declined' : 'done';
    await markEnded(tx, { id: changeId, state, by: null, reason: taken ? TAKEN : null, now });
    if (!taken) {
      const what = { event: 'phone-changed', to: maskPhone(newPhone) } as const;
      await notifyOfAccessChange(ctx, tx, { userId, companyId, what, about: String(changeId), now });
      await setPhone(tx, { userId, phone: newPhone });
      await closeAllSessions(tx, { userId, now });
      await forgetDevices(tx, userId);
      await endChats(tx, { userId, now });
    }
    await recordEvent(tx, {
      at: now,
      what: 'phone-change-ended',
      userId,
      companyId: companyId ?? undefined,
      targets: [
        { kind: 'phone-change', id: changeId },
        { kind: 'user', id: userId },
      ],
      before: { phone: maskPhone(change.oldPhone) },
      after: { phone: maskPhone(taken ? change.oldPhone : newPhone) },
      details: { state },
    });
  });
}
