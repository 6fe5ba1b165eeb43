import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { newToken } from '../../../lib/secrets.ts';
import { DEVICE_DAYS } from './known-devices.ts';

const NAME = 'magistral_device';
const TOKEN = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`);

/** The token of the browser that calls; null: it has none, or is a program without cookies. */
export function deviceOf({ headers }: FastifyRequest): string | null {
  return TOKEN.exec(headers.cookie ?? '')?.[1] ?? null;
}

/** The same; a browser that has none yet gets one, so that its code is not taken for that of others at its address. */
export function askingDeviceOf(request: FastifyRequest): string | null {
  return deviceOf(request) ?? (isBrowser(request) ? newToken() : null);
}

function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

/** Out of reach of scripts and of other sites. It proves nothing: no right is derived from it (docs/calls.md 1). */
export function deviceCookie(
  token: string,
  request: FastifyRequest,
  { publicUrl }: Config,
): Record<string, string> {
  const isSecure = request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
  const attributes = [`Max-Age=${DEVICE_DAYS * 86_400}`, 'Path=/api', 'HttpOnly', 'SameSite=Lax'];
  return { 'set-cookie': [`${NAME}=${token}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ') };
}
