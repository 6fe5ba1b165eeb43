import { SMS_CODE_LENGTH, SMS_CODE_LIFETIME_SECONDS } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { unavailable } from '../../../errors.ts';
import { getAddressBlock } from '../../../lib/get-address-block.ts';
import { newDigits, newSalt, saltedHash } from '../../../lib/secrets.ts';
import { type CodeAsker, codeText, getCodeSender } from './code-text.ts';
import { countRefusals } from './code-counts.ts';
import { insertMessage } from './sms-message-store.ts';
import { assertNotTooOften, secondsLater } from './assert-not-too-often.ts';
import { restoreReplacedCode, insertCode, takeCodeTurn, type CodePurpose } from './sms-codes.ts';

export interface CodeOrder extends CodePurpose {
  phone: string;
  userId: number | null;
  /** Binds a sign-in code to the call that asked for it. */
  tokenHash: Buffer | null;
  /** The action that the code confirms, as text: «перевод 1 500,00 ₽ на карту *1234». */
  action: string;
  /** Title of the company of the action, where the user acts for several; none or null otherwise. */
  company?: string | null;
  ip: string;
  /** Only for a sign-in. Signed-in users request their codes themselves. */
  asker?: CodeAsker;
}

const NO_ASKER: CodeAsker = { askedBy: null, byKnownDevice: false };

/**
 * Sends a code that confirms one action, once, for five minutes. Only its salted hash is stored. Refuses with 429 while
 * an unused code of the same action is younger than 45 s (spec section 9), or above the caps.
 */
export async function sendCode(ctx: Context, order: CodeOrder): Promise<void> {
  const code = newDigits(SMS_CODE_LENGTH);
  const codeId = await ctx.db.inSystem((tx) => storeNewCode(ctx, tx, order, code));
  const text = (digits: string): string =>
    codeText(getCodeSender(ctx), order.action, digits, order.company ?? null);
  const outcome = await ctx.sms.send({ phone: order.phone, text: text(code), clientId: String(codeId) });
  // The message is stored as evidence of an action. A sign-in needs none.
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
    await restoreReplacedCode(ctx.db.system, codeId);
    ctx.log.warn(
      { provider: ctx.sms.provider, kind: outcome.kind, reason: outcome.message },
      'a code was not sent',
    );
    throw unavailable('Не удалось отправить СМС. Попробуйте ещё раз через минуту');
  }
}

/** Counts and writes in one turn, so that simultaneous requests see each other's codes. */
async function storeNewCode(ctx: Context, tx: Db, order: CodeOrder, code: string): Promise<number> {
  const request = { ...order, ...(order.asker ?? NO_ASKER), ip: getAddressBlock(order.ip) };
  await takeCodeTurn(tx, request);
  const now = ctx.clock.now();
  await assertNotTooOften(tx, request, { limits: ctx.config.codeLimits, now });
  const salt = newSalt();
  return insertCode(tx, {
    ...request,
    salt,
    codeHash: saltedHash(code, salt),
    sentAt: now,
    expiresAt: secondsLater(now, SMS_CODE_LIFETIME_SECONDS),
  });
}
