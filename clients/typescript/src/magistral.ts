import { defaults } from './calls.ts';

export * from './calls.ts';
export { HttpError } from '@oazapfts/runtime';

/**
 * Says once, for every call, where the portal is and by which key of the company to call. The key is a secret: keep it on a
 * server, never in a browser.
 */
export function connect({ url, key }: { url: string; key: string }): void {
  defaults.baseUrl = url.replace(/\/+$/, '');
  defaults.headers = { authorization: `Bearer ${key}` };
}
