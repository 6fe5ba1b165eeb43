import { SMS_CODE_LENGTH, SMS_CODE_LIFETIME_SECONDS, SMS_RESEND_SECONDS } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { tooOften, unavailable } from '../../../errors.ts';
import { newDigits, newSalt, saltedHash } from '../../../lib/secrets.ts';
import { codeText } from './code-text.ts';
import { countRefusals } from './count-refusals.ts';
import { insertMessage } from './sms-message-store.ts';
import {
  findCapReached,
  giveReplacedBack,
  insertCode,
  lastWaitingCode,
  takeSendingTurn,
  type CodePurpose,
} from './sms-code-store.ts';

export interface CodeOrder extends CodePurpose {
  phone: string;
  userId: number | null;
  /** Binds a sign-in code to the call that asked for it. */
  tokenHash: Buffer | null;
  /** What the code confirms, in words: «перевод 1 500,00 ₽ на карту *1234». */
  deed: string;
  ip: string;
}

const HOUR_SECONDS = 3600;

/**
 * Sends a code that confirms one deed, once, for five minutes. Only its salted hash is kept.
 * 429 while an unused code of the same deed is younger than 45 s (spec section 9), or past the hourly caps.
 */
export async function sendCode(ctx: Context, order: CodeOrder): Promise<void> {
  const code = newDigits(SMS_CODE_LENGTH);
  const codeId = await ctx.db.inSystem((tx) => putDown(ctx, tx, order, code));
  const text = (digits: string): string => codeText(ctx.config, order.deed, digits);
  const outcome = await ctx.sms.send({ phone: order.phone, text: text(code), clientId: String(codeId) });
  // The message is kept as evidence of a deed; a sign-in needs none.
  if (order.purpose !== 'sign-in') {
    await insertMessage(ctx.db.system, {
      codeId,
      text: text('••••••'),
      provider: ctx.sms.provider,
      providerMessageId: outcome.accepted ? outcome.providerId : null,
      accepted: outcome.accepted,
      now: ctx.clock.now(),
    });
  }
  if (!outcome.accepted) {
    countRefusals(ctx)[outcome.kind] += 1;
    await giveReplacedBack(ctx.db.system, codeId);
    ctx.log.warn(
      { provider: ctx.sms.provider, kind: outcome.kind, reason: outcome.message },
      'a code was not sent',
    );
    throw unavailable('Не удалось отправить СМС. Попробуйте ещё раз через минуту');
  }
}

/** Counts and writes in one turn, so that simultaneous requests see each other's codes. */
async function putDown(ctx: Context, tx: Db, order: CodeOrder, code: string): Promise<number> {
  await takeSendingTurn(tx, order);
  const now = ctx.clock.now();
  await assertNotTooOften(ctx, tx, order, now);
  const salt = newSalt();
  return insertCode(tx, {
    ...order,
    salt,
    codeHash: saltedHash(code, salt),
    sentAt: now,
    expiresAt: secondsLater(now, SMS_CODE_LIFETIME_SECONDS),
  });
}

async function assertNotTooOften(ctx: Context, tx: Db, order: CodeOrder, now: Date): Promise<void> {
  // The clocks of two processes differ a little. Codes from further ahead are of a clock that was set back since.
  const until = secondsLater(now, SMS_RESEND_SECONDS);
  const waiting = await lastWaitingCode(tx, {
    ...order,
    since: secondsLater(now, -SMS_RESEND_SECONDS),
    until,
  });
  if (waiting) throw tooOften(secondsUntil(now, secondsLater(waiting, SMS_RESEND_SECONDS)));
  const caps = ctx.config.codesPerHour;
  const capped = await findCapReached(tx, { ...order, since: secondsLater(now, -HOUR_SECONDS), until, caps });
  if (capped) throw tooOften(secondsUntil(now, secondsLater(capped, HOUR_SECONDS)));
}

function secondsLater(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

function secondsUntil(now: Date, then: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000));
}
