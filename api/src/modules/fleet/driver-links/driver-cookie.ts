import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';

const NAME = 'magistral_driver';
const SECRET = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`);
const DAYS = 180;

/** The secret of the phone that calls; null: it has none for this link. */
export function driverPhoneOf({ headers }: FastifyRequest): string | null {
  return SECRET.exec(headers.cookie ?? '')?.[1] ?? null;
}

/** Sent back on this link's addresses alone, and out of reach of scripts. An empty secret takes it away. */
export function driverCookie(
  secret: string,
  { address, request, config }: { address: string; request: FastifyRequest; config: Config },
): string {
  const isSecure = request.protocol === 'https' || (config.publicUrl?.startsWith('https:') ?? false);
  const age = secret === '' ? 0 : DAYS * 86_400;
  const kept = [`${NAME}=${secret}`, `Max-Age=${age}`, `Path=${address}`, 'HttpOnly', 'SameSite=Lax'];
  return [...kept, ...(isSecure ? ['Secure'] : [])].join('; ');
}
