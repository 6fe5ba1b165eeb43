import { PROXY_ERRORS } from './client.ts';

const SILENCE_MS = 10_000;

/**
 * Returns whether the portal itself answers at an address, and not the browser or something between us and the server.
 */
export async function isReachable(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(SILENCE_MS);
  const reply = await fetch(address, { cache: 'no-store', signal }).catch(() => null);
  return reply !== null && !PROXY_ERRORS.includes(reply.status);
}
