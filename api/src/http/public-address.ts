import type { Config } from '../config.ts';

/**
 * What links begin with, without a slash at its end: the configured address, on a development machine its own. Never what
 * a request claims: whoever makes the request would decide where a letter, an SMS or a page that others get leads.
 */
export function publicAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}
