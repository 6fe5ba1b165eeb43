import webPush from 'web-push';
import { fetchJson, ServiceUnreachable } from '../fetch-json.ts';
import { retryLater } from '../chat-bot/chat-bot.ts';
import type { Push, PushOutcome, PushService, PushTarget } from './push.ts';

export interface PushOptions {
  publicKey: string;
  privateKey: string;
  /** `mailto:` or an address, by which the services reach us. */
  contact: string;
  /** Hosts of push services; an entry that begins with a dot allows every host with this end. */
  hosts: readonly string[];
  timeLimitMs?: number;
}

/** A day: what is older is read in the cabinet. */
const TTL_SECONDS = 86_400;
/** Services take 4 096 bytes encrypted, which adds some hundred. */
const MAX_BYTES = 3000;

/** Web Push (RFC 8030, 8291 and 8292): the library encrypts and signs, the post is ours. */
export function httpPush(options: PushOptions): PushService {
  const { publicKey, privateKey, contact: subject, timeLimitMs = 10_000 } = options;

  async function send(to: PushTarget, push: Push): Promise<PushOutcome> {
    const body = JSON.stringify(push);
    if (Buffer.byteLength(body) > MAX_BYTES) return { kind: 'refused', message: 'push: too long' };
    const details = buildRequest(to, body);
    // Keys that are no point of the curve: such a browser never reads anything.
    if (details === null) return { kind: 'gone', message: 'push: keys without sense' };
    try {
      const { status, retryAfterSeconds } = await fetchJson(to.endpoint, {
        method: 'POST',
        headers: details.headers,
        body: new Uint8Array(details.body),
        timeLimitMs,
      });
      return toOutcome(status, retryAfterSeconds);
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) throw error;
      return retryLater('push: unreachable', undefined) as PushOutcome;
    }
  }

  function buildRequest({ endpoint, p256dh, auth }: PushTarget, body: string) {
    try {
      const { headers, body: sealed } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        body,
        {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: TTL_SECONDS,
          contentEncoding: 'aes128gcm',
        },
      );
      const input = Object.entries(headers as Record<string, unknown>);
      // Fetch counts the length itself.
      const sentHeaders = input.filter(([name]) => name.toLowerCase() !== 'content-length');
      return {
        headers: Object.fromEntries(sentHeaders.map(([name, value]) => [name, String(value)])),
        body: sealed,
      };
    } catch {
      return null;
    }
  }

  return {
    provider: 'web-push',
    publicKey,
    isKnown: (endpoint) => isHostAllowed(endpoint, options.hosts),
    send,
  };
}

function isHostAllowed(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return hosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
}

function toOutcome(status: number, retryAfterSeconds: number | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone', message: `push: ${status}` };
  if (status === 429 || status >= 500) return retryLater(`push: ${status}`, retryAfterSeconds) as PushOutcome;
  return { kind: 'refused', message: `push: ${status}` };
}
