import type { z } from 'zod';
import { readProfile, sendToDriver, type signedInUser } from '#contract/identity/auth.ts';
import { SMS_RESEND_SECONDS } from '#contract/limits.ts';
import { FAKE_TOKEN, isCaptchaAsked, runRecaptcha } from '../../../state/captcha.ts';
import { call, CallFailed } from '../../../server/client.ts';
import { storeProfile, storeTokens, type Tokens } from '../../../server/session.ts';
import { findSentCode, forgetSentCode, storeSentCode, type SentCode } from './sent-code.ts';

export type SignedIn = { tokens: Tokens; user: z.infer<typeof signedInUser> };

export interface CodeRequest {
  phone: string;
  /** Proof of a captcha that the user has solved. Without one the server answers whether it requires one. */
  proof?: string;
  /** Key of reCAPTCHA, which shows nothing: it runs as soon as the server requires it. */
  googleKey?: string | undefined;
}

/**
 * First step: sends a code to the phone. Returns the token for the next step, and how long to wait before another code.
 */
export async function registerPhone({ phone, proof, googleKey }: CodeRequest): Promise<SentCode> {
  try {
    return await register(phone, proof ?? FAKE_TOKEN);
  } catch (error) {
    if (googleKey === undefined || !isCaptchaAsked(error)) throw error;
    return register(phone, await runRecaptcha(googleKey));
  }
}

async function register(phone: string, recaptchaToken: string): Promise<SentCode> {
  const { data } = await call(sendToDriver, { body: { route: 'auth/register', phone, recaptchaToken } });
  if (!('resend_after' in data)) throw unexpectedError();
  storeSentCode({ phone, token: data.token });
  return { phone, token: data.token, resendAfterSeconds: data.resend_after };
}

/** The first step again, after going back to it: if it is too early for another code, the last one is still valid. */
export async function registerPhoneAgain(args: CodeRequest): Promise<SentCode> {
  try {
    return await registerPhone(args);
  } catch (error) {
    const sent = findSentCode();
    if (!(error instanceof CallFailed && error.code === 429) || sent?.phone !== args.phone) throw error;
    return { ...sent, resendAfterSeconds: error.retryAfterSeconds ?? SMS_RESEND_SECONDS };
  }
}

/** Second step: the code opens a session. Nothing of it is stored in the browser yet. */
export async function confirmCode(input: { phone: string; code: string; token: string }): Promise<SignedIn> {
  // Nothing here exchanges a refresh token: one that is not there can't be stolen.
  const body = { route: 'auth/confirm', ...input, without_refresh: true } as const;
  const { data } = await call(sendToDriver, { body });
  if (!('is_new' in data)) throw unexpectedError();
  forgetSentCode();
  return { tokens: data.tokens, user: data.user };
}

/** Third step: the user's name. The enter token is used in place of the session's own. */
export async function saveName(
  tokens: Tokens,
  input: { firstname: string; email: string; consentVersion: number },
): Promise<void> {
  const { consentVersion, ...name } = input;
  await call(sendToDriver, {
    body: { route: 'users.profile', version: 'v3', ...name, consent_version: consentVersion },
    headers: { authorization: `Bearer ${tokens.enter}` },
  });
}

/** Stores the session and reads the profile; from here on the user is signed in. */
export async function openSession(tokens: Tokens): Promise<void> {
  storeTokens(tokens);
  const { data, envelope } = await call(readProfile);
  storeProfile(data, envelope.permissions as string[]);
}

/** The same where a second factor may be asked for first: false when it is, and the session is not open yet. */
export async function tryOpenSession(tokens: Tokens): Promise<boolean> {
  try {
    await openSession(tokens);
    return true;
  } catch (error) {
    if (error instanceof CallFailed && error.asksFactor !== null) return false;
    throw error;
  }
}

function unexpectedError(): Error {
  return new Error('The server answered to another step of the sign-in');
}
