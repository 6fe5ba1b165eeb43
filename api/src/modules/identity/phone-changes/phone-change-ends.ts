import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { findChange, lockChange, markEnded, type PhoneChange, findOpenChange } from './phone-changes.ts';

/** Ends what is asked for without another phone; 409 when it has ended already. */
function endPhoneChange(
  ctx: Context,
  args: {
    id: number;
    reason: string | null;
    userId: number;
    ip: string;
    state: 'declined' | 'cancelled';
  },
): Promise<PhoneChange> {
  const { id, reason, userId, ip, state } = args;
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const change = await lockChange(tx, id);
    if (!change) throw notFound('Заявка не найдена');
    if (change.endedAt) throw conflict('По этой заявке уже есть решение');
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

/** Cancels the change for a user who still has the old phone. */
export async function cancelPhoneChange(
  ctx: Context,
  { userId, ip }: { userId: number; ip: string },
): Promise<void> {
  const open = await findOpenChange(ctx.db.system, userId);
  if (!open) throw notFound('Заявки на другой телефон нет');
  await endPhoneChange(ctx, { id: open.id, reason: null, userId, ip, state: 'cancelled' });
}

/** Staff refuse it, also within the day after it was allowed. */
export function declinePhoneChange(
  ctx: Context,
  args: { id: number; reason: string; userId: number; ip: string },
): Promise<PhoneChange> {
  return endPhoneChange(ctx, { ...args, state: 'declined' });
}
