import { maskPhone } from '#contract/values/phone.ts';
import type { OpenedBy } from '#contract/identity/sign-in.ts';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { CallOrigin } from '../../../http/call.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import {
  findRightCode,
  spendCode,
  describeWrongCode,
  type CheckedCode,
} from '../../messaging/sms-codes/check-code.ts';
import { restoreTries, takeSignInTry, type TakenSignInTry } from '../../messaging/sms-codes/code-counts.ts';
import { isSignInCodeExhausted } from '../../messaging/sms-codes/sms-codes.ts';
import { describeDevice, toIpNetwork } from './device.ts';
import { markOpenedBy } from './opened-by.ts';
import { insertSession } from './sessions.ts';
import { absoluteEnd, hashTokens, idleEnd, newTokens, type Tokens } from './tokens.ts';
import { notifyOfAccessChange } from '../../messaging/notices/security-notices.ts';
import { ensureUser, findUserCompany, type UserRecord } from '../../messaging/users/users.ts';
import {
  hasDevices,
  insertDevice,
  isTokenGiven,
  recordKnownSignature,
  recordKnownToken,
  renameDevice,
} from './known-devices.ts';

export interface SignIn {
  tokens: Tokens;
  expiresAt: Date;
  user: UserRecord;
  /** True when this phone had no user before. */
  isNew: boolean;
  /** Token for the device to store. */
  deviceToken: string;
}

export interface ConfirmationInput {
  phone: string;
  token: string;
  code: string;
  /** The token of the browser's cookie, if it has one. */
  device: string | null;
  /** The client will not exchange a refresh token: none is issued. */
  withoutRefresh: boolean;
}

/**
 * Second step of the sign-in. The code sent to this phone under this token opens a session with new tokens. Refuses on
 * `code`: wrong, expired, used, another person's, no tries left.
 */
export async function confirmPhone(
  ctx: Context,
  input: ConfirmationInput,
  from: CallOrigin,
): Promise<SignIn> {
  const { codeId, openedBy } = await checkSignInCode(ctx, input, from);
  const now = ctx.clock.now();
  const tokens = newTokens();
  const issued = input.withoutRefresh ? { ...tokens, refresh: '' } : tokens;
  return ctx.db.inSystem(async (tx) => {
    await spendCode(tx, codeId, now, 'code');
    const { user, isNew } = await ensureUser(tx, { phone: input.phone, now });
    const opening = { user, isNew, tokens, openedBy, device: input.device, from, now };
    const { expiresAt, deviceToken } = await openSession(ctx, tx, opening);
    return { tokens: issued, expiresAt, user, isNew, deviceToken };
  });
}

export interface Opening {
  user: UserRecord;
  isNew: boolean;
  tokens: Tokens;
  openedBy: OpenedBy;
  /** The token of the browser's cookie, if it has one. */
  device: string | null;
  from: CallOrigin;
  now: Date;
}

/** Opens a session in the transaction of what proved the user. Users are notified of a device that is new to them. */
export async function openSession(
  ctx: Context,
  tx: Db,
  { user, isNew, tokens, openedBy, device: deviceToken, from, now }: Opening,
): Promise<{ sessionId: number; expiresAt: Date; deviceToken: string }> {
  const expiresAt = idleEnd(now, user.isStaff);
  const sessionId = await insertSession(tx, {
    userId: user.id,
    ...hashTokens(tokens),
    createdAt: now,
    expiresAt,
    endsAt: absoluteEnd(now),
    ...from,
  });
  if (openedBy !== 'sms') await markOpenedBy(tx, { sessionId, openedBy });
  const device = await recognizeDevice(tx, { userId: user.id, deviceToken, from, now });
  await recordEvent(tx, {
    at: now,
    what: 'signed-in',
    userId: user.id,
    ip: from.ip,
    details: {
      sessionId,
      isNew,
      isNewDevice: device.isNew,
      userAgent: from.userAgent,
      ...(openedBy !== 'sms' && { openedBy }),
    },
  });
  if (device.isStrange) await notifyOfDevice(ctx, tx, { userId: user.id, sessionId, openedBy, from, now });
  return { sessionId, expiresAt, deviceToken: device.token };
}

async function notifyOfDevice(
  ctx: Context,
  tx: Db,
  signedIn: { userId: number; sessionId: number; openedBy: OpenedBy; from: CallOrigin; now: Date },
): Promise<void> {
  const { userId, sessionId, openedBy, from, now } = signedIn;
  await notifyOfAccessChange(ctx, tx, {
    userId,
    companyId: await findUserCompany(tx, userId),
    what: {
      event: 'new-device',
      device: describeDevice(from.userAgent),
      network: toIpNetwork(from.ip),
      at: now.toISOString(),
      ...(openedBy === 'passkey' && { openedBy }),
    },
    about: String(sessionId),
    now,
  });
}

async function checkSignInCode(
  ctx: Context,
  input: { phone: string; token: string; code: string },
  from: CallOrigin,
): Promise<{ codeId: CheckedCode; openedBy: OpenedBy }> {
  const bound = { tokenHash: hashSha256(input.token), phone: input.phone };
  const taken = await takeSignInTry(ctx.db.system, bound);
  if (!taken) {
    const exhausted = await isSignInCodeExhausted(ctx.db.system, bound);
    throw fieldRefusal('code', exhausted ? SMS_MESSAGES.exhausted : SMS_MESSAGES.wrong);
  }
  const openedBy = findOpening(taken, input.code);
  if (openedBy === null) {
    await recordEvent(ctx.db.system, {
      at: ctx.clock.now(),
      what: 'sign-in-refused',
      ip: from.ip,
      details: { phone: maskPhone(input.phone), reason: 'wrong-code', tries: taken.tries },
    });
    throw fieldRefusal('code', describeWrongCode([taken]));
  }
  await restoreTries(ctx.db.system, [taken.id]);
  if (taken.expires_at <= ctx.clock.now()) throw fieldRefusal('code', SMS_MESSAGES.expired);
  return { codeId: taken.id as CheckedCode, openedBy };
}

/** Returns which of the two codes of a sign-in this is: that of the SMS, or that of the chat; null when it is neither. */
function findOpening(taken: TakenSignInTry, code: string): OpenedBy | null {
  if (findRightCode([taken], code)) return 'sms';
  const { chat_salt: salt, chat_code_hash: codeHash } = taken;
  return salt && codeHash && findRightCode([{ salt, code_hash: codeHash }], code) ? 'chat' : null;
}

interface RecognizedDevice {
  /** Token for the device to store. It changes after each sign-in. */
  token: string;
  /** The person has not signed in on it before. */
  isNew: boolean;
  /** Though on others he has. */
  isStrange: boolean;
}

/**
 * Returns whether the person has signed in on this device before. A browser is known by the token in its cookie. The
 * token changes for every user who signs in there, so a copied one is no longer known. A client that has never stored a
 * cookie is known by its name and network. A person's very first device does not count as unknown (decision 47).
 */
async function recognizeDevice(
  tx: Db,
  input: { userId: number; deviceToken: string | null; from: CallOrigin; now: Date },
): Promise<RecognizedDevice> {
  const { userId, deviceToken, from, now } = input;
  const token = newToken();
  const seen = {
    userId,
    tokenHash: hashSha256(token),
    signature: hashSha256(`${from.userAgent}\n${toIpNetwork(from.ip)}`),
    now,
  };
  // A token that was never given proves nothing. The browser counts as one without a cookie.
  const isGiven = deviceToken !== null && (await isTokenGiven(tx, hashSha256(deviceToken)));
  if (isGiven) await renameDevice(tx, { from: hashSha256(deviceToken), to: seen.tokenHash });
  const isKnown = isGiven ? await recordKnownToken(tx, seen) : await recordKnownSignature(tx, seen);
  if (isKnown) return { token, isNew: false, isStrange: false };
  const isStrange = await hasDevices(tx, userId);
  await insertDevice(tx, seen);
  return { token, isNew: true, isStrange };
}
