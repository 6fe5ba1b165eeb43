import type { LimitPeriod, PartnerId } from '#contract/ids.ts';
import { BLOCK_UNSUPPORTED, type NetworkAdapter, type NetworkColour } from '#contract/fuel/networks.ts';
import type { FuelNetwork } from './fuel-network.ts';

/** A network that staff have added, with their settings. */
export interface AddedNetwork {
  partnerId: PartnerId;
  adapter: NetworkAdapter;
  /** Null means the adapter's own address. */
  address: string | null;
  /** The beginning of the names of the settings with its keys. Null means that it needs none. */
  settings: string | null;
  colour: NetworkColour;
  /** Brands of its stations in the list of stations. */
  brands: readonly string[];
  goodsIds: readonly number[];
  limitPeriods: readonly LimitPeriod[];
  /** False means its cards pay for everything that it sells. */
  choosesGoods: boolean;
  blocksCards: boolean;
}

/**
 * Limits the network to the abilities that staff have given it. A block that the network can't carry out is refused
 * here in the network's name, so the requester gets an ordinary refusal.
 */
export function narrowedNetwork(network: FuelNetwork, added: AddedNetwork): FuelNetwork {
  const limitPeriods = network.limitPeriods.filter((period) => added.limitPeriods.includes(period));
  if (added.blocksCards) return { ...network, limitPeriods };
  return {
    ...network,
    limitPeriods,
    // Sent one by one, so that each passes here.
    together: undefined,
    async send(command) {
      if (command.kind !== 'block' && command.kind !== 'unblock') return network.send(command);
      return { state: 'refused', reason: BLOCK_UNSUPPORTED };
    },
  };
}
