import { PARTNER_IDS, type PartnerId } from '#contract/ids.ts';
import { NETWORK_ADAPTERS, type NetworkAdapter } from '#contract/fuel/networks.ts';
import { ConfigError, readChoice, webAddress } from '../environment.ts';
import type { AddedNetwork } from '../gateways/fuel-network/added-network.ts';
import type { NetworkConfig } from '../gateways/fuel-network/network-setting.ts';

const PROVIDERS = Object.keys(NETWORK_ADAPTERS) as NetworkAdapter[];
const OWN_ADDRESS = {
  neutral: null,
  'rn-card': 'https://lkapi.rn-card.ru',
  opti24: 'https://api.opti-24.ru',
} as const satisfies Record<Exclude<NetworkAdapter, 'simulated'>, string | null>;

// NETWORK_1 [`simulated`, in the demonstration only]: `rn-card`, `opti24`, `neutral`; so 2, 3, 4 (`docs/decisions/0015`).
// NETWORK_1_LOGIN, NETWORK_1_PASSWORD [none]: `rn-card` and `opti24` need them.
// NETWORK_1_CONTRACT [none]: `rn-card`: its number (`ISS…`); `opti24`: its id.
// NETWORK_1_API_KEY [none]: `opti24` and `neutral` need it.
// NETWORK_1_URL [the network's own]: its address, which `neutral` needs.
// NETWORK_1_OFFICE [none: staff order them]: `opti24`: the id of the office that orders of cards go to.
// NETWORK_1_INBOUND_KEY [none: it can't ask]: the key by which the network asks before it sells, 24 characters or more.
export interface NetworkSettings {
  /** Partners with a real network. The others are simulated in the demonstration and absent outside it. */
  networks: Partial<Record<PartnerId, NetworkConfig>>;
  /** Keys of networks that staff add, by the name of their setting. */
  networkKeys: Record<string, string>;
  /** Keys by which the first four networks call the portal. */
  inboundKeys: Partial<Record<PartnerId, string>>;
}

/** A shorter key could be guessed. */
const INBOUND_KEY_MIN = 24;

export function readNetworkSettings(env: NodeJS.ProcessEnv): NetworkSettings {
  return {
    networks: readNetworkConfigs(env),
    networkKeys: readNetworkKeys(env),
    inboundKeys: readInboundKeys(env),
  };
}

function readInboundKeys(env: NodeJS.ProcessEnv): Partial<Record<PartnerId, string>> {
  return Object.fromEntries(
    PARTNER_IDS.flatMap((partnerId) => {
      const name = `NETWORK_${partnerId}`;
      const key = env[`${name}_INBOUND_KEY`];
      if (!key) return [];
      if (key.length < INBOUND_KEY_MIN)
        throw new ConfigError(`${name}_INBOUND_KEY needs ${INBOUND_KEY_MIN} characters or more.`);
      return [[partnerId, key]];
    }),
  );
}

/** The key by which a network that staff have added calls the portal. Null where none is set, or one that is too short. */
export function inboundKeyOfAdded(keys: Record<string, string>, added: AddedNetwork): string | null {
  const key = added.settings === null ? undefined : keys[`${added.settings}_INBOUND_KEY`];
  return key !== undefined && key.length >= INBOUND_KEY_MIN ? key : null;
}

/** `NETWORK_1=rn-card` with `NETWORK_1_LOGIN` and so on: each partner's own network. */
function readNetworkConfigs(env: NodeJS.ProcessEnv): Partial<Record<PartnerId, NetworkConfig>> {
  return Object.fromEntries(
    PARTNER_IDS.flatMap((partnerId) => {
      const network = readNetworkConfig(env, `NETWORK_${partnerId}`);
      return network ? [[partnerId, network]] : [];
    }),
  );
}

function readNetworkConfig(env: NodeJS.ProcessEnv, name: string): NetworkConfig | null {
  const provider = readChoice(env, name, PROVIDERS, 'simulated');
  if (provider === 'simulated') return null;
  const missing = missingKeys(env, name, provider);
  if (missing.length > 0) throw new ConfigError(`${name}=${provider} needs ${missing.join(', ')} as well.`);
  const url = webAddress(env, `${name}_URL`) ?? OWN_ADDRESS[provider];
  if (url === null)
    throw new ConfigError(`${name}=${provider} needs ${name}_URL: the address of its server.`);
  return toNetworkConfig(env, name, { provider, url });
}

/**
 * Settings of networks that staff add. Each has a name of its own that begins with a letter, so that no
 * setting of the first four, nor any other, can be sent to an address that staff have typed.
 */
function readNetworkKeys(env: NodeJS.ProcessEnv): Record<string, string> {
  const named = Object.entries(env).filter(([name]) => /^NETWORK_[A-Z]/.test(name));
  return Object.fromEntries(named.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** How an added network is reached; null where a setting or the address is missing. */
export function networkOfAdded(keys: Record<string, string>, added: AddedNetwork): NetworkConfig | null {
  const { adapter: provider, settings } = added;
  if (provider === 'simulated' || settings === null) return null;
  const url = added.address?.replace(/\/+$/, '') ?? OWN_ADDRESS[provider];
  if (url === null || missingKeys(keys, settings, provider).length > 0) return null;
  return toNetworkConfig(keys, settings, { provider, url });
}

/** The names of the settings that a network needs and that the server does not have. */
export function missingKeysOfAdded(keys: Record<string, string>, added: AddedNetwork): string[] {
  const { adapter: provider, settings } = added;
  return provider === 'simulated' || settings === null ? [] : missingKeys(keys, settings, provider);
}

type Provider = NetworkConfig['provider'];
type Settings = Record<string, string | undefined>;

function missingKeys(env: Settings, name: string, provider: Provider): string[] {
  return NETWORK_ADAPTERS[provider].keys.map((key) => `${name}_${key}`).filter((key) => !env[key]);
}

function toNetworkConfig(
  env: Settings,
  name: string,
  to: { provider: Provider; url: string },
): NetworkConfig {
  const { provider, url } = to;
  const key = (suffix: string): string => env[`${name}_${suffix}`] ?? '';
  if (provider === 'neutral') return { provider, url, apiKey: key('API_KEY') };
  const signIn = { url, login: key('LOGIN'), password: key('PASSWORD'), contract: key('CONTRACT') };
  return provider === 'rn-card'
    ? { provider, ...signIn }
    : { provider, ...signIn, apiKey: key('API_KEY'), office: key('OFFICE') || null };
}
