import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import { newToken } from '../../../lib/secrets.ts';
import { DEVICE_DAYS } from './known-devices.ts';

const NAME = 'magistral_device';
/** Name under https: a browser accepts such a cookie from this very host alone, so no other host of the domain can plant one. */
const HOST_NAME = `__Host-${NAME}`;
const [TOKEN, HOST_TOKEN] = [NAME, HOST_NAME].map(
  (name) => new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`),
) as [RegExp, RegExp];

/** The token of the browser that calls. Null means that it has none, or is a program without cookies. */
export function getDevice({ headers }: FastifyRequest): string | null {
  // The name of before is read as long as browsers have it: 180 days.
  const cookies = headers.cookie ?? '';
  return (HOST_TOKEN.exec(cookies) ?? TOKEN.exec(cookies))?.[1] ?? null;
}

/**
 * Returns the device of the browser, and gives one to a browser that has none, so that its code is not taken for that of others at its
 * address.
 */
export function getOrCreateDevice(request: FastifyRequest): string | null {
  return getDevice(request) ?? (isBrowser(request) ? newToken() : null);
}

function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

/**
 * Returns the cookie, which scripts and other sites can't reach. It proves nothing: no right is derived from it
 * (docs/calls.md 1).
 */
export function deviceCookie(
  token: string,
  request: FastifyRequest,
  { publicUrl }: Config,
): Record<string, string> {
  const isSecure = request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
  const cookie = [
    `Max-Age=${DEVICE_DAYS * 86_400}`,
    `Path=${isSecure ? '/' : '/api'}`,
    'HttpOnly',
    'SameSite=Lax',
  ];
  const named = isSecure ? [`${HOST_NAME}=${token}`, ...cookie, 'Secure'] : [`${NAME}=${token}`, ...cookie];
  return { 'set-cookie': named.join('; ') };
}
