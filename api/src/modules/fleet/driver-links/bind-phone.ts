import type { FastifyRequest } from 'fastify';
import {
  DRIVER_LINK_CODE_MINUTES,
  DRIVER_LINK_CODE_TRIES,
  DRIVER_LINK_CODE_PAUSE_SECONDS,
  DRIVER_LINK_CODES_OF_DAY,
} from '#contract/fleet/driver-links.ts';
import { SMS_CODE_LENGTH } from '#contract/limits.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { hashSha256, newToken, sameHash, saltedHash, newDigits, newSalt } from '../../../lib/secrets.ts';
import { type FoundLink, countTry, lockCode, writeDevice, writeCode } from './driver-links.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { codeText, getCodeSender } from '../../messaging/sms-codes/code-text.ts';
import type { Config } from '../../../config/config.ts';
import type { BindProblem } from './texts/driver-text.ts';

export type Binding = { device: string } | { problem: BindProblem };

/** Binds the link to the phone that has entered the code; a wrong guess counts for good. */
export async function bindPhone(ctx: Context, link: FoundLink, input: string): Promise<Binding> {
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx): Promise<Binding> => {
    const { salt, hash, sentAt, tries } = await lockCode(tx, link);
    if (!salt || !hash || !sentAt) return { problem: 'noCode' };
    if (tries >= DRIVER_LINK_CODE_TRIES) return { problem: 'tooMany' };
    if (now.getTime() - sentAt.getTime() > DRIVER_LINK_CODE_MINUTES * 60_000) return { problem: 'expired' };
    if (!sameHash(saltedHash(input.replace(/\D/g, ''), salt), hash)) {
      await countTry(tx, link);
      return { problem: 'wrong' };
    }
    const device = newToken();
    await writeDevice(tx, link, hashSha256(device), now);
    await recordEvent(tx, {
      at: now,
      what: 'driver-phone-bound',
      companyId: link.companyId,
      targets: [{ kind: 'card', id: link.cardId }],
    });
    return { device };
  });
}

/** Null when the code is on its way, else the reason why not. */
export type CodeProblem = BindProblem | null;

/** Sends a code to the driver's number: one a minute, five a day, whichever user has the link. */
export async function sendLinkCode(ctx: Context, link: FoundLink): Promise<CodeProblem> {
  const now = ctx.clock.now();
  const code = newDigits(SMS_CODE_LENGTH);
  const problem = await ctx.db.inSystem(async (tx): Promise<CodeProblem> => {
    const known = await lockCode(tx, link);
    const isToday = known.sentAt !== null && moscowDay(known.sentAt) === moscowDay(now);
    const ofDay = isToday ? known.ofDay : 0;
    if (known.sentAt && now.getTime() - known.sentAt.getTime() < DRIVER_LINK_CODE_PAUSE_SECONDS * 1000)
      return 'pause';
    if (ofDay >= DRIVER_LINK_CODES_OF_DAY) return 'dayLimit';
    const salt = newSalt();
    await writeCode(tx, link, { salt, hash: saltedHash(code, salt), ofDay: ofDay + 1, now });
    return null;
  });
  if (problem !== null) return problem;
  const text = codeText(getCodeSender(ctx), 'топливная карта на этом телефоне', code);
  const clientId = `driver-code-${link.id}-${now.getTime()}`;
  const outcome = await ctx.sms.send({ phone: link.phone, text, clientId });
  return outcome.accepted ? null : 'notSent';
}

const NAME = 'magistral_driver';
const SECRET = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`);
const DAYS = 180;

/** The secret of the phone that calls. Null means that it has none for this link. */
export function getDriverPhone({ headers }: FastifyRequest): string | null {
  return SECRET.exec(headers.cookie ?? '')?.[1] ?? null;
}

/** Sent back on this link's addresses alone, and out of reach of scripts. An empty secret takes it away. */
export function driverCookie(
  secret: string,
  { address, request, config }: { address: string; request: FastifyRequest; config: Config },
): string {
  const isSecure = request.protocol === 'https' || (config.publicUrl?.startsWith('https:') ?? false);
  const age = secret === '' ? 0 : DAYS * 86_400;
  const cookie = [`${NAME}=${secret}`, `Max-Age=${age}`, `Path=${address}`, 'HttpOnly', 'SameSite=Lax'];
  return [...cookie, ...(isSecure ? ['Secure'] : [])].join('; ');
}
