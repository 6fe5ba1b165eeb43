import { LIMIT_PERIODS, PARTNER_IDS, SANDBOX_NETWORK, type PartnerId } from '#contract/ids.ts';
import type { Context } from '../context.ts';
import { unavailable } from '../errors.ts';
import { narrowedNetwork, type AddedNetwork } from '../gateways/fuel-network/added-network.ts';
import { chooseNetwork } from '../gateways/fuel-network/choose-network.ts';
import type { FuelNetwork } from '../gateways/fuel-network/fuel-network.ts';
import { gatheredNetwork } from '../gateways/fuel-network/gathered-network.ts';
import { httpFuelNetwork } from '../gateways/fuel-network/http-fuel-network.ts';
import {
  networkBreaker,
  watchedNetwork,
  type NetworkBreaker,
} from '../gateways/fuel-network/network-breaker.ts';
import { networkOfAdded } from '../config/network-config.ts';
import { makeUnreadableCardReporter } from '../modules/cards/commands/unreadable-cards.ts';
import { makeCommandJournal } from '../modules/cards/commands/network-commands.ts';
import type { SimulatedNetworks } from '../gateways/fuel-network/simulator/start-simulated-networks.ts';
import { NOT_CONFIGURED, hasSandboxNetwork } from '../modules/programme/partners/partners.ts';
import { listAddedNetworks } from '../modules/programme/partners/added-networks.ts';
import type { NetworkConfig } from '../gateways/fuel-network/network-setting.ts';

type NetworkContext = Pick<Context, 'config' | 'simulated' | 'sandboxes' | 'db' | 'clock' | 'log'>;
type KnownNetworks = Pick<
  Context,
  | 'partnerIds'
  | 'networkIds'
  | 'getNetwork'
  | 'getBreaker'
  | 'addedNetwork'
  | 'isSimulated'
  | 'rereadNetworks'
>;

/**
 * Returns the networks of this process: the first four from the environment, the others from the settings of staff, which
 * are read again whenever they may have changed. A network with changed settings gets a new connection; its breaker
 * stays.
 */
export function knownNetworks(means: NetworkContext): KnownNetworks {
  const { config, simulated, db } = means;
  const getBreaker = createBreakers(means);
  const reached = new Map<PartnerId, FuelNetwork>();
  let added = new Map<PartnerId, AddedNetwork>();
  let hasSandbox = false;

  const findConfig = (partnerId: PartnerId): NetworkConfig | null => {
    const one = added.get(partnerId);
    return one ? networkOfAdded(config.networkKeys, one) : (config.networks[partnerId] ?? null);
  };
  const isSimulated = (partnerId: PartnerId): boolean => {
    if (simulated === null) return false;
    const own = added.get(partnerId);
    return own ? own.adapter === 'simulated' : config.simulatedNetworks !== 'added';
  };
  const sandboxIds = (also?: 'sandbox'): PartnerId[] => (also && hasSandbox ? [SANDBOX_NETWORK] : []);
  const programmeIds = (): PartnerId[] => [...PARTNER_IDS, ...added.keys()];

  return {
    partnerIds: (also) => [...programmeIds(), ...sandboxIds(also)],
    networkIds: (also) => [
      ...programmeIds().filter((id) => findConfig(id) !== null || isSimulated(id)),
      ...sandboxIds(also),
    ],
    addedNetwork: (partnerId) => added.get(partnerId) ?? null,
    isSimulated,
    getBreaker,
    getNetwork(partnerId) {
      const known = reached.get(partnerId);
      if (known) return known;
      if (partnerId === SANDBOX_NETWORK) {
        const sandbox = watchedNetwork(gatheredNetwork(connectSandbox(means)), getBreaker(partnerId));
        reached.set(partnerId, sandbox);
        return sandbox;
      }
      const network = gatheredNetwork(
        connectNetwork(means, partnerId, findConfig(partnerId), isSimulated(partnerId)),
      );
      const own = added.get(partnerId);
      const watched = watchedNetwork(own ? narrowedNetwork(network, own) : network, getBreaker(partnerId));
      reached.set(partnerId, watched);
      return watched;
    },
    async rereadNetworks() {
      const read = await listAddedNetworks(db.system);
      for (const addedNetwork of read) {
        const before = added.get(addedNetwork.partnerId);
        if (before && JSON.stringify(before) !== JSON.stringify(addedNetwork))
          reached.delete(addedNetwork.partnerId);
      }
      hasSandbox = await hasSandboxNetwork(db.system);
      added = new Map(read.map((addedNetwork) => [addedNetwork.partnerId, addedNetwork]));
    },
  };
}

/** A configured network takes precedence over its simulation, so that networks can be connected one at a time. */
function connectNetwork(
  { simulated, db, clock, log }: NetworkContext,
  partnerId: PartnerId,
  configured: NetworkConfig | null,
  isSimulated: boolean,
): FuelNetwork {
  if (configured) {
    const journal = makeCommandJournal(db.system, partnerId);
    const reportUnreadable = makeUnreadableCardReporter(db.system, { partnerId, clock, log });
    return chooseNetwork(configured, { partnerId, journal, clock, report: reportUnreadable });
  }
  if (!simulated || !isSimulated) throw unavailable(`Сеть ${partnerId} не подключена: ${NOT_CONFIGURED}`);
  return simulatedNetwork(simulated, partnerId);
}

/** A sandbox's network is always simulated: no setting leads a card of a sandbox to a real network. */
function connectSandbox({ sandboxes }: NetworkContext): FuelNetwork {
  if (!sandboxes) throw new Error('this program has no network of sandboxes');
  return simulatedNetwork(sandboxes, SANDBOX_NETWORK);
}

function simulatedNetwork(networks: SimulatedNetworks, partnerId: PartnerId): FuelNetwork {
  const { apiKey } = networks;
  const baseUrl = networks.baseUrl(partnerId);
  return httpFuelNetwork({ partnerId, baseUrl, apiKey, limitPeriods: LIMIT_PERIODS });
}

/** Creates a breaker for each network. A breaker logs once that its network has become silent, and once that the silence has ended. */
function createBreakers({ clock, log }: NetworkContext): Context['getBreaker'] {
  const breakers = new Map<PartnerId, NetworkBreaker>();
  return (partnerId) => {
    const known = breakers.get(partnerId);
    if (known) return known;
    const breaker = networkBreaker({
      clock,
      report(state) {
        if (state === 'open') log.error({ partnerId }, 'a network is silent, its commands wait');
        else log.warn({ partnerId }, 'a silent network answers again');
      },
    });
    breakers.set(partnerId, breaker);
    return breaker;
  };
}
