import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { findChange, lockChange, markEnded, type PhoneChange } from './phone-change-store.ts';

/** Ends what is asked for without another phone; 409 when it has ended already. */
export function endPhoneChange(
  ctx: Context,
  asked: {
    id: number;
    reason: string | null;
    userId: number;
    ip: string;
    state: 'declined' | 'cancelled';
  },
): Promise<PhoneChange> {
  const { id, reason, userId, ip, state } = asked;
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const change = await lockChange(tx, id);
    if (!change) throw notFound('Заявка не найдена');
    if (change.endedAt) throw conflict('По этой заявке уже решено');
    await markEnded(tx, { id, state, by: userId, reason, now });
    await recordEvent(tx, {
      at: now,
      what: 'phone-change-ended',
      userId,
      companyId: change.companyId ?? undefined,
      ip,
      targets: [
        { kind: 'phone-change', id },
        { kind: 'user', id: change.userId },
      ],
      details: { state, reason },
    });
    return (await findChange(tx, id)) as PhoneChange;
  });
}
