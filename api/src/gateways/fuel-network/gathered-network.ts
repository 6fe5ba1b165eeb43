import { batchCalls } from '../../lib/turns/batch-calls.ts';
import type { FuelNetwork, NetworkAnswer, NetworkCommand } from './fuel-network.ts';

/** While these calls are under way, the commands for the next one gather. */
const MAX_CONCURRENT_CALLS = 2;

/** Wraps a network: commands that are sent at the same time go in one call where its wire takes that. */
export function gatheredNetwork(network: FuelNetwork): FuelNetwork {
  const { together } = network;
  if (!together) return network;
  const sendTogether = batchCalls<NetworkCommand, NetworkAnswer>((commands) => together.send(commands), {
    maxConcurrent: MAX_CONCURRENT_CALLS,
    get maxBatch() {
      return together.maxBatch();
    },
  });
  return {
    ...network,
    send: (command) => (together.maxBatch() > 1 ? sendTogether(command) : network.send(command)),
  };
}
