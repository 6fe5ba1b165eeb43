import { maskPhone } from '#contract/phone.ts';
import { SMS_MESSAGES } from '#contract/sms-code.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { CallOrigin } from '../../../http/bind.ts';
import { hashOf } from '../../../lib/secrets.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { rightOf, spendCode, whyWrong, type CheckedCode } from '../sms-codes/check-code.ts';
import { giveTriesBack } from '../sms-codes/give-tries-back.ts';
import { isSignInCodeExhausted } from '../sms-codes/is-sign-in-code-exhausted.ts';
import { takeSignInTry } from '../sms-codes/take-sign-in-try.ts';
import { deviceWords, networkOf } from './device.ts';
import { recognizeDevice } from './recognize-device.ts';
import { insertSession } from './session-store.ts';
import { absoluteEnd, hashesOf, idleEnd, newTokens, type Tokens } from './tokens.ts';
import { tellOfSecurity } from '../notices/tell-of-security.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { findCompanyOf } from '../users/find-company-of.ts';
import type { UserRecord } from '../users/user.ts';

export interface SignIn {
  tokens: Tokens;
  expiresAt: Date;
  user: UserRecord;
  /** True when this phone had no user before. */
  isNew: boolean;
  /** For the device to keep. */
  deviceToken: string;
}

export interface SaidConfirmation {
  phone: string;
  token: string;
  code: string;
  /** The token of the browser's cookie, if it has one. */
  device: string | null;
  /** The client will not exchange a refresh token: none is issued. */
  withoutRefresh: boolean;
}

/**
 * Second step of the sign-in: the code that was sent to this phone under this token opens a session with new tokens.
 * Refuses on `code`: wrong, expired, used, somebody else's, no tries left.
 */
export async function confirmPhone(ctx: Context, said: SaidConfirmation, from: CallOrigin): Promise<SignIn> {
  const codeId = await checkSignInCode(ctx, said, from);
  const now = ctx.clock.now();
  const tokens = newTokens();
  const issued = said.withoutRefresh ? { ...tokens, refresh: '' } : tokens;
  return ctx.db.inSystem(async (tx) => {
    await spendCode(tx, codeId, now, 'code');
    const { user, isNew } = await ensureUser(tx, { phone: said.phone, now });
    const expiresAt = idleEnd(now, user.isStaff);
    const sessionId = await insertSession(tx, {
      userId: user.id,
      ...hashesOf(tokens),
      createdAt: now,
      expiresAt,
      endsAt: absoluteEnd(now),
      ...from,
    });
    const device = await recognizeDevice(tx, { userId: user.id, deviceToken: said.device, from, now });
    await recordEvent(tx, {
      at: now,
      what: 'signed-in',
      userId: user.id,
      ip: from.ip,
      details: { sessionId, isNew, isNewDevice: device.isNew, userAgent: from.userAgent },
    });
    if (device.isStrange) await tellOfDevice(ctx, tx, { userId: user.id, sessionId, from, now });
    return { tokens: issued, expiresAt, user, isNew, deviceToken: device.token };
  });
}

async function tellOfDevice(
  ctx: Context,
  tx: Db,
  signedIn: { userId: number; sessionId: number; from: CallOrigin; now: Date },
): Promise<void> {
  const { userId, sessionId, from, now } = signedIn;
  await tellOfSecurity(ctx, tx, {
    userId,
    companyId: await findCompanyOf(tx, userId),
    what: {
      event: 'new-device',
      device: deviceWords(from.userAgent),
      network: networkOf(from.ip),
      at: now.toISOString(),
    },
    about: String(sessionId),
    now,
  });
}

async function checkSignInCode(
  ctx: Context,
  said: { phone: string; token: string; code: string },
  from: CallOrigin,
): Promise<CheckedCode> {
  const bound = { tokenHash: hashOf(said.token), phone: said.phone };
  const taken = await takeSignInTry(ctx.db.system, bound);
  if (!taken) {
    const exhausted = await isSignInCodeExhausted(ctx.db.system, bound);
    throw fieldRefusal('code', exhausted ? SMS_MESSAGES.exhausted : SMS_MESSAGES.wrong);
  }
  if (!rightOf([taken], said.code)) {
    await recordEvent(ctx.db.system, {
      at: ctx.clock.now(),
      what: 'sign-in-refused',
      ip: from.ip,
      details: { phone: maskPhone(said.phone), reason: 'wrong-code', tries: taken.tries },
    });
    throw fieldRefusal('code', whyWrong([taken]));
  }
  await giveTriesBack(ctx.db.system, [taken.id]);
  if (taken.expires_at <= ctx.clock.now()) throw fieldRefusal('code', SMS_MESSAGES.expired);
  return taken.id as CheckedCode;
}
