import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { tooOften } from '../../../errors.ts';
import { changeEmail } from '../users/change-email.ts';
import { lockEmail } from '../users/lock-email.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { maskAddress } from './mask-address.ts';

/**
 * Gives a person another address, to which nothing but the letter with the link goes until it is confirmed. A confirmed
 * address that is given again stays so. 429 past the limit, and then the address stays the old one.
 */
export async function changeAddress(
  ctx: Context,
  { userId, email, ip }: { userId: number; email: string; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const own = await lockEmail(tx, userId);
    if (own.email === email && own.confirmedAt !== null) return;
    await changeEmail(tx, { userId, email });
    const wait = await askToConfirm(tx, { userId, address: email, now });
    if (wait > 0) throw tooOften(wait);
    await recordEvent(tx, { at: now, what: 'mail-changed', userId, ip, details: { to: maskAddress(email) } });
  });
}
