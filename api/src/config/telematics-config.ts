import { WIALON_ADDRESS } from '../gateways/telematics/wialon.ts';
import { ConfigError, webAddress } from '../environment.ts';

export interface TelematicsConfig {
  /** Null means that an embedded one stands in. */
  url: string | null;
  /** Seals the tokens of companies. Null means that Wialon is not offered. */
  key: string | null;
}

const KEY_LENGTH = 32;
const DEVELOPMENT_KEY = 'tokens of a development machine';

export function readTelematicsConfig(env: NodeJS.ProcessEnv, production: boolean): TelematicsConfig {
  // WIALON_URL [an embedded one; in production Wialon Hosting’s own]: address of the Wialon that has the trucks of companies; a Wialon Local
  // has its own.
  const url = webAddress(env, 'WIALON_URL') ?? (production ? WIALON_ADDRESS : null);
  // WIALON_KEY [one of its own in development; in production none, and Wialon is not offered]: seals the tokens that companies connect.
  const key = env.WIALON_KEY || null;
  if (key && key.length < KEY_LENGTH)
    throw new ConfigError(`WIALON_KEY is a secret: it needs ${KEY_LENGTH} characters or more.`);
  return { url, key: key ?? (production ? null : DEVELOPMENT_KEY) };
}
