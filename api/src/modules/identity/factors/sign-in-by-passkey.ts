import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { badRequest, conflict, Refusal, tooOften } from '../../../errors.ts';
import type { CallOrigin } from '../../../http/call.ts';
import { getAddressBlock } from '../../../lib/get-address-block.ts';
import { hashSha256 } from '../../../lib/secrets.ts';
import { readSigningUser, type UserRecord } from '../../messaging/users/users.ts';
import { openSession } from '../auth/confirm-phone.ts';
import { isTokenGiven, markFactorConfirmed } from '../auth/known-devices.ts';
import {
  countSignInChallenges,
  insertSignInChallenge,
  takeSignInChallenge,
} from './sign-in-challenge-store.ts';
import { newTokens, type Tokens } from '../auth/tokens.ts';
import { usesIn, type AnswerInput } from './confirm-by-passkey.ts';
import { countUse, lockAnyPasskey } from './factor-store.ts';
import { passkeyHandle, type Site } from './site.ts';

const LIFETIME_MS = 5 * 60_000;
const HOUR_SECONDS = 3600;

const NO_SITE = 'По этому адресу сайта браузер не находит ключей доступа. Войдите по номеру телефона';
const NOT_SIGNED_IN = 'Войти этим ключом доступа не получилось. Войдите по номеру телефона';

interface Browser {
  from: CallOrigin;
  /** The token of the browser's cookie, if it has one. */
  device: string | null;
}

/**
 * Returns the challenge for any passkey of this site: the browser offers those that it knows. The answer reveals
 * nothing, as it is the same for all. Refuses with 409 where browsers have no passkeys, and with 429 above the limits
 * that codes from an SMS have.
 */
export async function askSignInPasskey(ctx: Context, { from, device }: Browser, site: Site | null) {
  if (!site) throw conflict(NO_SITE);
  const now = ctx.clock.now();
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    allowCredentials: [],
    userVerification: 'required',
  });
  const ip = getAddressBlock(from.ip);
  await ctx.db.inSystem(async (tx) => {
    const byKnownDevice = device !== null && (await isTokenGiven(tx, hashSha256(device)));
    await assertMayAsk(ctx, tx, { ip, byKnownDevice, now });
    await insertSignInChallenge(tx, {
      challengeHash: hashSha256(options.challenge),
      ip,
      byKnownDevice,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
      now,
    });
  });
  return options;
}

/** A browser that someone has signed in on waits for its address alone, so that others can't use up its share. */
async function assertMayAsk(
  ctx: Context,
  tx: Db,
  { ip, byKnownDevice, now }: { ip: string; byKnownDevice: boolean; now: Date },
): Promise<void> {
  const { perHour, perDay } = ctx.config.codeLimits;
  const asked = await countSignInChallenges(tx, { ip, now, max: perDay.programme });
  if (asked.addressHour >= perHour.address) throw tooOften(HOUR_SECONDS);
  if (byKnownDevice) return;
  if (asked.addressDay >= perDay.address || asked.programmeDay >= perDay.programme)
    throw tooOften(HOUR_SECONDS);
}

export interface PasskeySignIn {
  tokens: Tokens;
  expiresAt: Date;
  user: UserRecord;
  /** Token for the device to store. */
  deviceToken: string;
}

/**
 * Opens a session by a passkey that has verified its user: two factors in one. Refuses an answer to another question or
 * to the same one again, of another site, of an unknown key, and of a copied one. Issues no refresh token.
 */
export async function signInByPasskey(
  ctx: Context,
  { input, site, from, device }: Browser & { input: AnswerInput; site: Site | null },
): Promise<PasskeySignIn> {
  const now = ctx.clock.now();
  const challenge = findChallenge(input);
  const request = { challengeHash: hashSha256(challenge), now };
  const isAsked = await takeSignInChallenge(ctx.db.system, request);
  try {
    if (!site || !isAsked) throw badRequest(NOT_SIGNED_IN);
    return await ctx.db.inSystem(async (tx) => {
      const passkey = await lockAnyPasskey(tx, { credentialId: input.id, rpId: site.rpId });
      if (!passkey || !hasHandle(input, passkey.userId)) throw badRequest(NOT_SIGNED_IN);
      const uses = await usesIn(input, { passkey, site, challenge, ofVerifiedUser: true });
      if (uses === null) throw badRequest(NOT_SIGNED_IN);
      const { id, userId } = passkey;
      await countUse(tx, { id, uses, now });
      const user = await readSigningUser(tx, userId);
      const tokens = newTokens();
      const opening = { user, isNew: false, tokens, openedBy: 'passkey', device, from, now } as const;
      const { sessionId, expiresAt, deviceToken } = await openSession(ctx, tx, opening);
      await markFactorConfirmed(tx, { sessionId, userId, tokenHash: hashSha256(deviceToken), now });
      return { tokens: { ...tokens, refresh: '' }, expiresAt, user, deviceToken };
    });
  } catch (error) {
    if (error instanceof Refusal) {
      const details = { openedBy: 'passkey', reason: error.reason };
      await recordEvent(ctx.db.system, { at: now, what: 'sign-in-refused', ip: from.ip, details });
    }
    throw error;
  }
}

/** Returns the question that the browser says it answers; empty for what can't be read. */
function findChallenge({ response }: AnswerInput): string {
  try {
    const read: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    const { challenge } = read as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** A key that the browser found by itself carries the id of its user. */
function hasHandle({ response: { userHandle } }: AnswerInput, userId: number): boolean {
  return !userHandle || userHandle === passkeyHandle(userId).toString('base64url');
}
