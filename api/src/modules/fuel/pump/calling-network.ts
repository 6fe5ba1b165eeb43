import type { FastifyRequest } from 'fastify';
import { NETWORK_KEY_HEADER } from '#contract/fuel/authorisations.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { hashSha256, sameHash } from '../../../lib/secrets.ts';
import { findInboundKey } from '../../programme/partners/network-at-pump.ts';

const NO_KEY = 'Нужен ключ сети';

/** The network of each request, and the hash of each network's key: both are asked for at every question of a pump. */
const networks = new WeakMap<FastifyRequest, PartnerId>();
const hashes = new Map<string, Buffer>();

/** Returns the network that calls, by its key. Refuses (401) without one, and with one that no network has. */
export function requireCallingNetwork(ctx: Context, request: FastifyRequest): PartnerId {
  const known = networks.get(request) ?? findCallingNetwork(ctx, request);
  if (known === undefined) throw new Refusal(401, 'no-network-key', NO_KEY);
  networks.set(request, known);
  return known;
}

function findCallingNetwork(ctx: Context, { headers }: FastifyRequest): PartnerId | undefined {
  const given = headers[NETWORK_KEY_HEADER.toLowerCase()];
  const hash = typeof given === 'string' && given !== '' ? hashSha256(given) : null;
  // Hashes have one length, so the comparison takes the same time for any key.
  const found = ctx.partnerIds().filter((partnerId) => {
    const key = findInboundKey(ctx, partnerId);
    return hash !== null && key !== null && sameHash(hashKey(key), hash);
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Hashes a key of the settings, once: there are as few as networks. */
function hashKey(key: string): Buffer {
  const hash = hashes.get(key) ?? hashSha256(key);
  hashes.set(key, hash);
  return hash;
}
