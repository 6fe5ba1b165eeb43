import { systemClock } from '../../../lib/clock.ts';
import { startSimulatedNetworks } from './start-simulated-networks.ts';

/**
 * The simulated networks in a separate process, so that a test can kill it at any moment. The parent sends
 * `{databaseUrl, apiKey}` and receives the base address of partner 1.
 */
process.once('message', (options: { databaseUrl: string; apiKey: string }) => void run(options));
process.once('disconnect', () => process.exit());

async function run(options: { databaseUrl: string; apiKey: string }): Promise<void> {
  const networks = await startSimulatedNetworks({ ...options, clock: systemClock });
  process.send?.({ baseUrl: networks.baseUrl(1) });
}
