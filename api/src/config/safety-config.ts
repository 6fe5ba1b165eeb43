import { BlockList, isIP } from 'node:net';
import { ConfigError, flag, readChoice, wholeNumber } from '../environment.ts';

/** Maximum of codes. A device on which the phone's owner has signed in before is limited by `phone` alone. */
export interface CodeLimits {
  /** Most requests in an hour, for one phone and for one address. */
  perHour: { phone: number; address: number };
  /** Unused codes of sign-ins from unknown devices in a day: for one phone, from one address, and in all. */
  perDay: { phone: number; address: number; programme: number };
  /** Number of codes with the usual pause. Each further unused one doubles it. */
  beforePause: number;
}

export function readCodeLimits(env: NodeJS.ProcessEnv, generous: boolean): CodeLimits {
  return {
    perHour: {
      // SMS_CODES_PER_PHONE_HOUR [60; 1000 with `outbox`]: the most codes for one phone in an hour; one that has confirmed documents counts no more.
      phone: wholeNumber(env, 'SMS_CODES_PER_PHONE_HOUR', generous ? 1000 : 60, 1, 100_000),
      // SMS_CODES_PER_ADDRESS_HOUR [200; 10000 with `outbox`]: the same for one network address.
      address: wholeNumber(env, 'SMS_CODES_PER_ADDRESS_HOUR', generous ? 10_000 : 200, 1, 1_000_000),
    },
    perDay: {
      // SIGN_IN_CODES_PER_PHONE_DAY [24; 10000 with `outbox`]: the most unused ones that unknown devices ask for; an address a quarter.
      phone: wholeNumber(env, 'SIGN_IN_CODES_PER_PHONE_DAY', generous ? 10_000 : 24, 1, 100_000),
      // SIGN_IN_CODES_PER_ADDRESS_DAY [500; 100000 with `outbox`]: the same from one address.
      address: wholeNumber(env, 'SIGN_IN_CODES_PER_ADDRESS_DAY', generous ? 100_000 : 500, 1, 1_000_000),
      // SIGN_IN_CODES_PER_DAY [10000; 1000000 with `outbox`]: the same of all users together, which limits the cost of an attack.
      programme: wholeNumber(env, 'SIGN_IN_CODES_PER_DAY', generous ? 1_000_000 : 10_000, 1, 10_000_000),
    },
    // SIGN_IN_CODES_BEFORE_PAUSE [3; 1000 with `outbox`]: this many codes come at the usual pause; each further unused code
    // doubles the pause.
    beforePause: wholeNumber(env, 'SIGN_IN_CODES_BEFORE_PAUSE', generous ? 1000 : 3, 1, 10_000),
  };
}

/** Limits of a company in one day and in all, and of the log that screens of one address may write. */
export interface CompanyLimits {
  perDay: { invitations: number; acts: number };
  driversPerCompany: number;
  keyCallsPerMinute: number;
  logPostsPerMinute: number;
  /** Litres that a network may sell when the portal does not answer in time; 0 means none. */
  standInLitres: number;
}

export function readCompanyLimits(env: NodeJS.ProcessEnv, generous: boolean): CompanyLimits {
  return {
    perDay: {
      // INVITATIONS_PER_DAY [50; 5000 with `outbox`]: the most colleagues that a company may invite on one day.
      invitations: wholeNumber(env, 'INVITATIONS_PER_DAY', generous ? 5000 : 50, 1, 100_000),
      // ACTS_PER_DAY [100; 10000 with `outbox`]: the most signed acts that it may upload on one day.
      acts: wholeNumber(env, 'ACTS_PER_DAY', generous ? 10_000 : 100, 1, 100_000),
    },
    // DRIVERS_PER_COMPANY [2000]: the most drivers that a company may have.
    driversPerCompany: wholeNumber(env, 'DRIVERS_PER_COMPANY', 2000, 1, 100_000),
    // KEY_CALLS_PER_MINUTE [600; 100000 with `outbox`]: how often one key may call, in each process.
    keyCallsPerMinute: wholeNumber(env, 'KEY_CALLS_PER_MINUTE', generous ? 100_000 : 600, 1, 10_000_000),
    // STAND_IN_LITRES [0: nothing]: litres that a network may sell without the portal's answer, to companies without debt.
    standInLitres: wholeNumber(env, 'STAND_IN_LITRES', 0, 0, 1000),
    // LOG_POSTS_PER_MINUTE [60; 10000000 with `outbox`]: how often screens of one address may write to the log.
    logPostsPerMinute: wholeNumber(env, 'LOG_POSTS_PER_MINUTE', generous ? 10_000_000 : 60, 1, 100_000_000),
  };
}

export interface CaptchaConfig {
  kind: 'recaptcha' | 'smartcaptcha';
  siteKey: string;
  secret: string;
}

/** The page needs one key and the server the other: with only one of them no user could sign in. */
export function readCaptchaConfig(env: NodeJS.ProcessEnv): CaptchaConfig | null {
  // CAPTCHA [`none`; `recaptcha` where its keys are set]: `smartcaptcha` (Yandex), `recaptcha`: asked for near the limits.
  // RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET [none]: reCAPTCHA, version 3: both or none.
  // SMARTCAPTCHA_CLIENT_KEY, SMARTCAPTCHA_SERVER_KEY [none; needed with `smartcaptcha`]: its keys.
  const google = readKeyPair(env, 'RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET');
  const yandex = readKeyPair(env, 'SMARTCAPTCHA_CLIENT_KEY', 'SMARTCAPTCHA_SERVER_KEY');
  const usual = google ? 'recaptcha' : 'none';
  const kind = readChoice(env, 'CAPTCHA', ['none', 'recaptcha', 'smartcaptcha'] as const, usual);
  if (kind === 'none') return null;
  const keys = kind === 'recaptcha' ? google : yandex;
  if (!keys)
    throw new ConfigError(
      `CAPTCHA=${kind} needs its two keys: ${kind === 'recaptcha' ? 'RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET' : 'SMARTCAPTCHA_CLIENT_KEY and SMARTCAPTCHA_SERVER_KEY'}.`,
    );
  return { kind, ...keys };
}

function readKeyPair(
  env: NodeJS.ProcessEnv,
  shown: string,
  secretName: string,
): { siteKey: string; secret: string } | null {
  const [siteKey, secret] = [env[shown] ?? '', env[secretName] ?? ''];
  if (!siteKey && !secret) return null;
  if (!siteKey || !secret)
    throw new ConfigError(`The captcha needs both ${shown} and ${secretName}: set both or none.`);
  return { siteKey, secret };
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Proxies whose `X-Forwarded-For` is trusted: addresses, networks and the three names. An empty list trusts none. */
export function readTrustedProxies(env: NodeJS.ProcessEnv): string[] {
  // TRUSTED_PROXIES [none: the address is the connection's]: proxies whose `X-Forwarded-…` counts: `10.0.0.5, 10.1.0.0/16`, `loopback`.
  const input = (env.TRUSTED_PROXIES ?? '')
    .split(/[\s,]+/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  for (const value of input) {
    if (NAMED_NETWORKS.includes(value)) continue;
    const problem = networkProblem(value);
    if (problem) throw new ConfigError(`TRUSTED_PROXIES: ${value} ${problem}.`);
  }
  return input;
}

/** A network of all addresses would let each caller name any address. */
function networkProblem(text: string): string | null {
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0)
    return 'is no address, network or one of loopback, linklocal, uniquelocal';
  if (prefix === undefined) return null;
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  try {
    new BlockList().addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  } catch {
    return 'is no network: the length after the slash is wrong';
  }
  // fc00::/7, the private networks of IPv6, is the largest that a proxy may stand in.
  return bits < (family === 4 ? 8 : 7)
    ? 'is half of the internet: everybody there could name any address'
    : null;
}

/** Histories and proxies store a link, so production allows it only where the operator has old clients. */
export function readQuerySessionToken(env: NodeJS.ProcessEnv, production: boolean): boolean {
  // QUERY_SESSION_TOKEN [`1`; `0` in production]: `0` refuses the session's own token in a link; tickets are the way.
  return flag(env, 'QUERY_SESSION_TOKEN', !production);
}
