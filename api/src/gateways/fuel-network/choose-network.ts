import type { PartnerId } from '#contract/ids.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CommandJournal } from './command-journal.ts';
import type { FuelNetwork } from './fuel-network.ts';
import { httpFuelNetwork } from './http-fuel-network.ts';
import { opti24FuelNetwork } from './opti24/opti24-fuel-network.ts';
import { rnCardFuelNetwork } from './rn-card/rn-card-fuel-network.ts';
import type { ReportUnreadable } from './log-unreadable-cards.ts';

/** Connection to a partner's network. Addresses have no slash at the end. */
export type NetworkConfig =
  | { provider: 'neutral'; url: string; apiKey: string }
  | { provider: 'rn-card'; url: string; login: string; password: string; contract: string }
  | {
      provider: 'opti24';
      url: string;
      login: string;
      password: string;
      apiKey: string;
      contract: string;
      /** Address where ordered cards are fetched. Null: the programme's staff order them by hand. */
      office: string | null;
    };

export interface NetworkSetting {
  partnerId: PartnerId;
  journal: CommandJournal;
  clock: Clock;
  timeLimitMs?: number;
  tell?: ReportUnreadable;
}

/** The network that the operator's configuration names. */
export function chooseNetwork(config: NetworkConfig, setting: NetworkSetting): FuelNetwork {
  switch (config.provider) {
    case 'neutral':
      return httpFuelNetwork({ ...setting, baseUrl: config.url, apiKey: config.apiKey });
    case 'rn-card':
      return rnCardFuelNetwork(config, setting);
    case 'opti24':
      return opti24FuelNetwork(config, setting);
  }
}
