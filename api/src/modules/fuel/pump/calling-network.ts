import type { FastifyRequest } from 'fastify';
import { NETWORK_KEY_HEADER } from '#contract/fuel/authorisations.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { hashSha256, sameHash } from '../../../lib/secrets.ts';
import { findInboundKey } from '../../programme/partners/network-at-pump.ts';

const NO_KEY = 'Нужен ключ сети';

/** Returns the network that calls, by its key. Refuses (401) without one, and with one that no network has. */
export function requireCallingNetwork(ctx: Context, request: FastifyRequest): PartnerId {
  const given = request.headers[NETWORK_KEY_HEADER.toLowerCase()];
  const hash = typeof given === 'string' && given !== '' ? hashSha256(given) : null;
  // Hashes have one length, so the comparison takes the same time for any key.
  const found = ctx.partnerIds().filter((partnerId) => {
    const key = findInboundKey(ctx, partnerId);
    return hash !== null && key !== null && sameHash(hashSha256(key), hash);
  });
  const [partnerId] = found;
  if (partnerId === undefined || found.length > 1) throw new Refusal(401, 'no-network-key', NO_KEY);
  return partnerId;
}
