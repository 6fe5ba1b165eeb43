import { MAIL_LINKS_PER_HOUR } from '#contract/messaging/emails.ts';
import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { conflict, notFound, badRequest, tooOften } from '../../../errors.ts';
import { hashSha256 } from '../../../lib/secrets.ts';
import { lockEmail, markEmailConfirmed } from '../users/users.ts';
import {
  lockLink,
  markLinkUsed,
  findLimitReached,
  insertLinkEmail,
  findLastLinkEmail,
} from './link-store.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';

/** `i***@example.ru`: enough to recognise one's own address by. */
export function maskAddress(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1***');
}

const DEAD_LINK = 'Ссылка устарела или не подходит. Попросите новую в кабинете, в разделе «Мои данные»';
const USED_LINK = 'По этой ссылке почта уже подтверждена';

/**
 * Confirms the address that a link was sent to, for its recipient, whichever user is signed in. Returns the address.
 * Refuses: 404 unknown, too old, or the person has another address by now; 409 used.
 */
export async function confirmAddress(
  ctx: Context,
  { token, ip }: { token: string; ip: string },
): Promise<string> {
  const now = ctx.clock.now();
  const tokenHash = hashSha256(token);
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

const HOUR_MS = 3_600_000;

/**
 * Writes the email with the link that confirms an address and returns 0, or the seconds until the next one is allowed,
 * because the address may be an outsider's. The caller holds the lock on the person's row.
 */
export async function requestConfirmation(
  tx: Db,
  { userId, address, now }: { userId: number; address: string; now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - HOUR_MS);
  const oldest = await findLimitReached(tx, { userId, address, since, max: MAIL_LINKS_PER_HOUR });
  if (oldest) return Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000));
  const letterId = await insertLinkEmail(tx, { userId, address, now });
  await enqueueJob(tx, 'send-letter', { letterId }, { key: `letter:${letterId}` });
  return 0;
}

/**
 * Handles an address given in the third step of the sign-in. Unless it is confirmed, or was written to before, it gets
 * an email with a link. Past the limit no email is sent, and the sign-in goes on.
 */
export async function requestConfirmationAtSignIn(
  tx: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  const { email: address, confirmedAt } = await lockEmail(tx, userId);
  if (address === null || confirmedAt !== null) return;
  if (await findLastLinkEmail(tx, { userId, address })) return;
  await requestConfirmation(tx, { userId, address, now });
}

/** Sends the email with the link once more. Refuses: 400 there is nothing to confirm, 429 past the limit. */
export async function resendLink(
  ctx: Context,
  { userId, ip }: { userId: number; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const { email, confirmedAt } = await lockEmail(tx, userId);
    if (email === null) throw badRequest('Сначала укажите адрес почты');
    if (confirmedAt !== null) throw badRequest('Эта почта уже подтверждена');
    const wait = await requestConfirmation(tx, { userId, address: email, now });
    if (wait > 0) throw tooOften(wait);
    const details = { to: maskAddress(email) };
    await recordEvent(tx, { at: now, what: 'mail-link-asked', userId, ip, details });
  });
}
