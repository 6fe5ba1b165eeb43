import type { FuelNetwork } from './fuel-network.ts';
import { httpFuelNetwork } from './http-fuel-network.ts';
import { opti24FuelNetwork } from './opti24/opti24-fuel-network.ts';
import { rnCardFuelNetwork } from './rn-card/rn-card-fuel-network.ts';
import type { NetworkConfig, NetworkSetting } from './network-setting.ts';

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
