import type { Config } from '../../config/config.ts';

/**
 * Returns the beginning of links, without a slash at its end: the configured address, or on a development machine its
 * own. It never comes from a request, since the requester could then choose where links in emails, SMS and pages of
 * others lead.
 */
export function publicAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}
