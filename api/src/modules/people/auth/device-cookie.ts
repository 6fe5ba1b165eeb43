import type { Config } from '../../../config.ts';

/** The longest that browsers keep a cookie. */
const COOKIE_DAYS = 400;
/** Of `newToken`. */
const TOKEN = /^[\w-]{43}$/;

/** The token of the device that a browser has kept since an earlier sign-in; it opens nothing (decision 47). */
export function deviceTokenIn(cookies: string | undefined): string | null {
  for (const one of (cookies ?? '').split(';')) {
    const [name, value = ''] = one.trim().split('=');
    if ((name === SECURE_NAME || name === PLAIN_NAME) && TOKEN.test(value)) return value;
  }
  return null;
}

/** Sent to the sign-in alone would be enough, but a cookie of the whole site can be bound to it by its name. */
export function deviceCookie({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const name = isSecure ? SECURE_NAME : PLAIN_NAME;
  const attributes = `Path=/; Max-Age=${COOKIE_DAYS * 86_400}; HttpOnly; SameSite=Strict`;
  return `${name}=${token}; ${attributes}${isSecure ? '; Secure' : ''}`;
}

/** Browsers take a cookie of this prefix from the site itself only, over HTTPS. */
const SECURE_NAME = '__Host-device';
const PLAIN_NAME = 'device';
