import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import { publicAddress } from '../../../http/pages/public-address.ts';
import { hashSha256 } from '../../../lib/secrets.ts';

/** The site that a passkey is good for. */
export interface Site {
  origin: string;
  /** Its host: WebAuthn's name of who relies on the key. */
  rpId: string;
}

/** EdDSA, ES256, RS256 by COSE's numbers: what every authenticator has one of. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

/**
 * Returns null where browsers have no passkeys, at a numeric address. `localhost`, used by a portal without a
 * configured address, is a name. Opened under another name, such a portal has none.
 */
export function getSite(config: Config, request: FastifyRequest): Site | null {
  const { origin, hostname } = new URL(publicAddress(config));
  if (config.publicUrl === null && request.hostname !== hostname) return null;
  return /^[\d.]+$|^\[/.test(hostname) ? null : { origin, rpId: hostname };
}

/** Returns the id of a user that a passkey carries. It reveals nothing to a reader of the key. */
export function passkeyHandle(userId: number): Buffer {
  return hashSha256(`passkey:${userId}`);
}
