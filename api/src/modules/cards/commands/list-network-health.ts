import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { BreakerState } from '../../../gateways/fuel-network/network-breaker.ts';
import { countWaitingByNetwork } from './operation-store.ts';

/** `open` since when this process has taken the network for silent, `closed` since when it has not. */
export interface NetworkHealth extends BreakerState {
  partnerId: PartnerId;
  /** Commands of companies that wait for the network's answer, of all processes. */
  waiting: number;
}

/** What this process knows of each network that can be asked. */
export async function listNetworkHealth(ctx: Context): Promise<NetworkHealth[]> {
  const waiting = await countWaitingByNetwork(ctx.db.system);
  return ctx.networkIds().map((partnerId) => ({
    partnerId,
    ...ctx.breakerOf(partnerId).now(),
    waiting: waiting.get(partnerId) ?? 0,
  }));
}
