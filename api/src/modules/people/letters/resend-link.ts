import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { badRequest, tooOften } from '../../../errors.ts';
import { lockEmail } from '../users/lock-email.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { maskAddress } from './mask-address.ts';

/** Sends the letter with the link once more. Refuses: 400 there is nothing to confirm, 429 past the limit. */
export async function resendLink(
  ctx: Context,
  { userId, ip }: { userId: number; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const { email, confirmedAt } = await lockEmail(tx, userId);
    if (email === null) throw badRequest('Сначала укажите адрес почты');
    if (confirmedAt !== null) throw badRequest('Эта почта уже подтверждена');
    const wait = await askToConfirm(tx, { userId, address: email, now });
    if (wait > 0) throw tooOften(wait);
    const details = { to: maskAddress(email) };
    await recordEvent(tx, { at: now, what: 'mail-link-asked', userId, ip, details });
  });
}
