import type { Config } from '../../config/config.ts';

/**
 * Returns the beginning of links, without a slash at its end: the configured address, or on a development machine its
 * own. It never comes from a request. Otherwise the requester would decide where an email, an SMS or a page that others
 * get leads.
 */
export function publicAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}
