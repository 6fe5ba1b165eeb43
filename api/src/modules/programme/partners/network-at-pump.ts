import type { PartnerId } from '#contract/ids.ts';
import type { PumpAnswer } from '#contract/orders/orders.ts';
import { inboundKeyOfAdded } from '../../../config/network-config.ts';
import type { Context } from '../../../context.ts';

type Networks = Pick<Context, 'addedNetwork' | 'isSimulated' | 'config'>;

/** Finds the key by which a network calls the portal. Null means that it never asks. */
export function findInboundKey(
  { addedNetwork, config }: Pick<Context, 'addedNetwork' | 'config'>,
  partnerId: PartnerId,
): string | null {
  const added = addedNetwork(partnerId);
  return added ? inboundKeyOfAdded(config.networkKeys, added) : (config.inboundKeys[partnerId] ?? null);
}

/**
 * True for a network that asks the portal before each sale. The simulated networks do, as `POST /dev/fuel` shows, and so
 * does a network that has a key to call the portal by. The documents of no real network confirm this.
 */
export function asksBeforeSale(ctx: Networks, partnerId: PartnerId): boolean {
  return ctx.isSimulated(partnerId) || findInboundKey(ctx, partnerId) !== null;
}

/** True for a network that issues virtual cards on request. No adapter of a real network does that yet. */
export function issuesVirtualCards(ctx: Networks, partnerId: PartnerId): boolean {
  return ctx.isSimulated(partnerId);
}

/** Names the party that makes the code that a driver shows at a pump. No adapter takes a network's own code yet. */
export function getPumpAnswer(ctx: Networks, partnerId: PartnerId): PumpAnswer {
  return asksBeforeSale(ctx, partnerId) ? 'portal' : 'none';
}
