import type { Context } from '../../../context.ts';
import { badRequest, tooOften } from '../../../errors.ts';
import { lockEmail } from '../users/lock-email.ts';
import { askToConfirm } from './ask-to-confirm.ts';

/** Sends the letter with the link once more. Refuses: 400 there is nothing to confirm, 429 past the limit. */
export async function resendLink(ctx: Context, userId: number): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const { email, confirmedAt } = await lockEmail(tx, userId);
    if (email === null) throw badRequest('Сначала укажите адрес почты');
    if (confirmedAt !== null) throw badRequest('Эта почта уже подтверждена');
    const wait = await askToConfirm(tx, { userId, address: email, now });
    if (wait > 0) throw tooOften(wait);
  });
}
