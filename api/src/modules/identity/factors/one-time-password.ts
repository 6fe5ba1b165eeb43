import { Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS } from '#contract/identity/second-factor.ts';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;

/** Parameters that every one-time password application accepts: SHA-1, six digits, 30 s (RFC 6238). */
const HABITS = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: PERIOD_SECONDS } as const;

/** Returns a secret in letters that a person can type (RFC 4648, base 32). */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the content of the QR code. */
export function totpAddress(about: { secret: string; issuer: string; label: string }): string {
  const { secret, issuer, label } = about;
  return new TOTP({ ...HABITS, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns the 30 s step, counted from 1970, whose password this is: the present one, the previous or the next; null when it is none of them. */
export function findStep(code: string, secret: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...HABITS,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: 1,
  });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
