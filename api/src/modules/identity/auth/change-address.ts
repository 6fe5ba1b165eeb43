import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { tooOften } from '../../../errors.ts';
import { changeEmail, lockEmail } from '../../messaging/users/users.ts';
import { requestConfirmation, maskAddress } from '../../messaging/emails/confirm-address.ts';
import { notifyOfAccessChange } from '../../messaging/notices/security-notices.ts';

/**
 * Gives a person another address. Until it is confirmed it gets only the email with the link. A confirmed address that
 * is given again stays confirmed. The old address and the phone are notified. Refuses with 429 past the limit, and then
 * the old address stays.
 */
export async function changeAddress(
  ctx: Context,
  { userId, companyId, email, ip }: { userId: number; companyId: number | null; email: string; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const own = await lockEmail(tx, userId);
    if (own.email === email && own.confirmedAt !== null) return;
    if (own.email !== email) {
      const what = { event: 'mail-changed', to: maskAddress(email) } as const;
      await notifyOfAccessChange(ctx, tx, { userId, companyId, what, about: now.toISOString(), now });
    }
    await changeEmail(tx, { userId, email });
    const wait = await requestConfirmation(tx, { userId, address: email, now });
    if (wait > 0) throw tooOften(wait);
    await recordEvent(tx, { at: now, what: 'mail-changed', userId, ip, details: { to: maskAddress(email) } });
  });
}
