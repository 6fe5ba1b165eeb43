import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { conflict, notFound } from '../../../errors.ts';
import { hashOf } from '../../../lib/secrets.ts';
import { lockEmail } from '../users/lock-email.ts';
import { markEmailConfirmed } from '../users/mark-email-confirmed.ts';
import { lockLink, markLinkUsed } from './link-store.ts';
import { maskAddress } from './mask-address.ts';

const DEAD_LINK = 'Ссылка устарела или не подходит. Попросите новую в кабинете, в разделе «Мои данные»';
const USED_LINK = 'По этой ссылке почта уже подтверждена';

/**
 * Confirms the address that a link was sent to, for the person it was sent for, whoever is signed in; returns the address.
 * Refuses: 404 unknown, too old, or the person has another address by now; 409 used.
 */
export async function confirmAddress(
  ctx: Context,
  { token, ip }: { token: string; ip: string },
): Promise<string> {
  const now = ctx.clock.now();
  const tokenHash = hashOf(token);
  return ctx.db.inSystem(async (tx) => {
    const link = await lockLink(tx, tokenHash);
    if (link?.kind !== 'confirm-address') throw notFound(DEAD_LINK);
    const { userId, address, expiresAt, usedAt } = link;
    const own = await lockEmail(tx, userId);
    if (own.email !== address) throw notFound(DEAD_LINK);
    if (usedAt !== null) throw conflict(USED_LINK);
    if (expiresAt === null || expiresAt <= now) throw notFound(DEAD_LINK);
    await markLinkUsed(tx, tokenHash, now);
    if (await markEmailConfirmed(tx, { userId, email: address, now })) {
      const details = { address: maskAddress(address) };
      await recordEvent(tx, { at: now, what: 'mail-confirmed', userId, ip, details });
    }
    return address;
  });
}
