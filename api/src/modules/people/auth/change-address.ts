import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { tooOften } from '../../../errors.ts';
import { changeEmail, lockEmail } from '../users/users.ts';
import { askToConfirm, maskAddress } from '../letters/confirm-address.ts';
import { notifyOfAccessChange } from '../notices/security-notices.ts';

/**
 * Gives a person another address, to which nothing but the letter with the link goes until it is confirmed. A confirmed
 * address that is given again stays so. The old address and the phone are told. 429 past the limit, and then the address
 * stays the old one.
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
    const wait = await askToConfirm(tx, { userId, address: email, now });
    if (wait > 0) throw tooOften(wait);
    await recordEvent(tx, { at: now, what: 'mail-changed', userId, ip, details: { to: maskAddress(email) } });
  });
}
