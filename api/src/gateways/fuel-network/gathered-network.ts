import { batchCalls } from '../../lib/turns/batch-calls.ts';
import type { FuelNetwork, NetworkAnswer, NetworkCommand } from './fuel-network.ts';

/** While these calls are under way, the commands for the next one gather. */
const MAX_CONCURRENT_CALLS = 2;

/** The same network; commands that are sent at the same time go in one call where its wire takes that. */
export function gatheredNetwork(network: FuelNetwork): FuelNetwork {
  const { together } = network;
  if (!together) return network;
  const sendTogether = batchCalls<NetworkCommand, NetworkAnswer>((commands) => together.send(commands), {
    atOnce: MAX_CONCURRENT_CALLS,
    get most() {
      return together.most();
    },
  });
  return {
    ...network,
    send: (command) => (together.most() > 1 ? sendTogether(command) : network.send(command)),
  };
}
