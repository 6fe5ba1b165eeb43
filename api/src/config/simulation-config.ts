import { ConfigError, readChoice } from '../environment.ts';

/** Which networks are simulated: the first four and those that staff add, the latter alone, or none. */
export type SimulatedNetworksConfig = 'all' | 'added' | 'none';

/** Simulated networks sell fuel that no one has, so a production start refuses them. */
export function readSimulatedNetworks(
  env: NodeJS.ProcessEnv,
  { demo, production }: { demo: boolean; production: boolean },
): SimulatedNetworksConfig {
  // SIMULATED_NETWORKS [`all` in the demonstration, else `none`]: simulates those that staff add (`added`) or all of them (`all`); never in production.
  const simulated = readChoice(
    env,
    'SIMULATED_NETWORKS',
    ['all', 'added', 'none'] as const,
    demo ? 'all' : 'none',
  );
  if (simulated !== 'none' && production)
    throw new ConfigError(
      `SIMULATED_NETWORKS=${simulated} sells fuel that no one has: a production start needs none.`,
    );
  return simulated;
}
