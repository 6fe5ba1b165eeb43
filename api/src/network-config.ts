import { PARTNER_IDS, type PartnerId } from '#contract/ids.ts';
import { ConfigError, oneOf, webAddress, wholeNumber } from './environment.ts';
import type { NetworkConfig } from './gateways/fuel-network/choose-network.ts';

const PROVIDERS = ['simulated', 'neutral', 'rn-card', 'opti24'] as const;
/** The settings that each provider requires besides its address. */
const KEYS = {
  neutral: ['API_KEY'],
  'rn-card': ['LOGIN', 'PASSWORD', 'CONTRACT'],
  opti24: ['LOGIN', 'PASSWORD', 'API_KEY', 'CONTRACT'],
} as const;
const OWN_ADDRESS = {
  neutral: null,
  'rn-card': 'https://lkapi.rn-card.ru',
  opti24: 'https://api.opti-24.ru',
} as const;

// NETWORK_1 [`simulated`, in the demonstration only]: `rn-card`, `opti24`, `neutral`; so 2, 3, 4 (`docs/decisions/0015`).
// NETWORK_1_LOGIN, NETWORK_1_PASSWORD [none]: `rn-card` and `opti24` need them.
// NETWORK_1_CONTRACT [none]: `rn-card`: its number (`ISS…`); `opti24`: its id.
// NETWORK_1_API_KEY [none]: `opti24` and `neutral` need it.
// NETWORK_1_URL [the network's own]: its address, which `neutral` needs.
// NETWORK_1_OFFICE [none: staff order them]: `opti24`: the id of the office that orders of cards go to.
/** `NETWORK_1=rn-card` with `NETWORK_1_LOGIN` and so on: each partner's own network. */
export function networksOf(env: NodeJS.ProcessEnv): Partial<Record<PartnerId, NetworkConfig>> {
  return Object.fromEntries(
    PARTNER_IDS.flatMap((partnerId) => {
      const network = networkOf(env, `NETWORK_${partnerId}`);
      return network ? [[partnerId, network]] : [];
    }),
  );
}

function networkOf(env: NodeJS.ProcessEnv, name: string): NetworkConfig | null {
  const provider = oneOf(env, name, PROVIDERS, 'simulated');
  if (provider === 'simulated') return null;
  const missing = KEYS[provider].map((key) => `${name}_${key}`).filter((key) => !env[key]);
  if (missing.length > 0) throw new ConfigError(`${name}=${provider} needs ${missing.join(', ')} as well.`);
  const url = webAddress(env, `${name}_URL`) ?? OWN_ADDRESS[provider];
  if (url === null)
    throw new ConfigError(`${name}=${provider} needs ${name}_URL: the address of its server.`);
  const key = (suffix: string): string => env[`${name}_${suffix}`] ?? '';
  if (provider === 'neutral') return { provider, url, apiKey: key('API_KEY') };
  const signIn = { url, login: key('LOGIN'), password: key('PASSWORD'), contract: key('CONTRACT') };
  return provider === 'rn-card'
    ? { provider, ...signIn }
    : { provider, ...signIn, apiKey: key('API_KEY'), office: key('OFFICE') || null };
}

/** How much of the cards is compared with their networks at night; everything is of one network. */
export interface CardComparisonConfig {
  cardComparison: {
    /** Within as many nights each card has its turn, moved or not. */
    nights: number;
    /** As many have it in one night at least. */
    least: number;
    calls: number;
    minutes: number;
  };
}

export function cardComparisonOf(env: NodeJS.ProcessEnv): CardComparisonConfig {
  const cardComparison = {
    // CARDS_COMPARED_IN_NIGHTS [7]: within as many nights each card is compared with its network; those that moved, each night.
    nights: wholeNumber(env, 'CARDS_COMPARED_IN_NIGHTS', 7, 1, 90),
    // CARDS_COMPARED_AT_LEAST [5000]: as many cards of a network that have not moved are compared in a night, if it has them.
    least: wholeNumber(env, 'CARDS_COMPARED_AT_LEAST', 5000, 1, 10_000_000),
    // CARDS_COMPARED_CALLS [20000]: the most calls to one network for it in a night.
    calls: wholeNumber(env, 'CARDS_COMPARED_CALLS', 20_000, 1, 10_000_000),
    // CARDS_COMPARED_MINUTES [60]: the longest that it asks one network in a night.
    minutes: wholeNumber(env, 'CARDS_COMPARED_MINUTES', 60, 1, 600),
  };
  return { cardComparison };
}
