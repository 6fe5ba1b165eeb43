import type { z } from 'zod';
import type { tokens } from '#contract/identity/auth.ts';
import { SESSION_SECONDS, STAFF_SESSION_SECONDS } from '#contract/limits.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import type { TokenHashes } from './sessions.ts';

/** A session ends for good after 30 days, however often it is used or refreshed. */
const SESSION_MAXIMUM_DAYS = 30;

/** The tokens of a session: enter for the profile step, access for every call, refresh for new tokens. */
export interface Tokens {
  enter: string;
  access: string;
  refresh: string;
}

export function newTokens(): Tokens {
  return { enter: newToken(), access: newToken(), refresh: newToken() };
}

export function hashTokens(all: Tokens): TokenHashes {
  return {
    enterHash: hashSha256(all.enter),
    accessHash: hashSha256(all.access),
    refreshHash: hashSha256(all.refresh),
  };
}

/**
 * Returns the end of an idle session, because an unattended screen is a risk. The programme's staff have a quarter of
 * an hour, clients an hour.
 */
export function idleEnd(now: Date, isStaff: boolean): Date {
  return new Date(now.getTime() + (isStaff ? STAFF_SESSION_SECONDS : SESSION_SECONDS) * 1000);
}

export function absoluteEnd(now: Date): Date {
  return new Date(now.getTime() + SESSION_MAXIMUM_DAYS * 86_400_000);
}

export function presentTokens(all: Tokens, expiresAt: Date): z.input<typeof tokens> {
  return { ...all, expiry: expiresAt.toISOString() };
}
