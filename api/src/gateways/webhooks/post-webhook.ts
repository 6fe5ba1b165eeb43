import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isInnerAddress, isInnerHost } from '../../lib/inner-address.ts';

const TIME_OUT_MS = 15_000;
const USER_AGENT = 'magistral-webhooks/1';

/** Status of the receiver's answer, or in Russian why there is no answer. */
export type PostOutcome = { status: number } | { error: string };

export type PostWebhook = (
  url: string,
  input: { headers: Record<string, string>; body: string },
) => Promise<PostOutcome>;

/**
 * Posts to an address that a client has named. Where inner addresses are not allowed, the connected address itself is
 * checked, not the one that a name resolved to a moment before. It follows no redirect, and stores no answer and no
 * cookie. The next messages soon after use the same connection, because opening one costs more than everything else
 * about a delivery.
 */
export function webhookPoster({
  inner,
  ports = null,
}: {
  inner: boolean;
  ports?: readonly number[] | null;
}): PostWebhook {
  const agentOptions = { keepAlive: true, maxFreeSockets: FREE_CONNECTIONS, timeout: IDLE_MS };
  const agents = { http: new http.Agent(agentOptions), https: new https.Agent(agentOptions) };
  return async (url, input) => {
    const target = URL.parse(url);
    if (!target) return { error: 'Адрес указан с ошибкой' };
    if (!inner && isInnerHost(target.hostname)) return { error: INNER_ADDRESS };
    if (!isPortAllowed(target, ports)) return { error: 'Порт не разрешён' };
    const lookup = inner ? undefined : lookupPublicAddress;
    const first = await postOneAttempt(target, input, { agents, lookup });
    // The connection had ended before it was used, which proves nothing about the receiver.
    if ('isStale' in first) return toOutcome(await postOneAttempt(target, input, { agents: null, lookup }));
    return toOutcome(first);
  };
}

/** Limits of idle connections to one address. Receivers close theirs after five seconds or more. */
const FREE_CONNECTIONS = 100;
const IDLE_MS = 4000;
/** More of an answer is not waited for: the connection is given up. */
const ANSWER_BYTES = 64 * 1024;

type Posted = { status: number } | { failure: Error; isStale?: true };

function postOneAttempt(
  target: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  by: {
    agents: { http: http.Agent; https: https.Agent } | null;
    lookup: LookupFunction | undefined;
  },
): Promise<Posted> {
  const isSafe = target.protocol === 'https:';
  return new Promise((resolve) => {
    const request = (isSafe ? https : http).request(target, {
      method: 'POST',
      agent: by.agents ? (isSafe ? by.agents.https : by.agents.http) : false,
      lookup: by.lookup,
      signal: AbortSignal.timeout(TIME_OUT_MS),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': USER_AGENT,
      },
    });
    request.once('response', (answer) => {
      resolve({ status: answer.statusCode ?? 0 });
      discardBody(answer);
    });
    request.on('error', (failure: Error & { code?: string }) => {
      const isStale = request.reusedSocket && STALE_SOCKET_ERRORS.has(failure.code ?? '');
      resolve({ failure, ...(isStale && { isStale }) });
    });
    request.end(body);
  });
}

const STALE_SOCKET_ERRORS = new Set(['ECONNRESET', 'EPIPE']);

/** Reads a short answer to its end, so that its connection can be used again. */
function discardBody(answer: http.IncomingMessage): void {
  let bytes = 0;
  answer.on('error', () => {});
  answer.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > ANSWER_BYTES) answer.destroy();
  });
}

function toOutcome(posted: Posted): PostOutcome {
  return 'status' in posted ? posted : { error: describeError(posted.failure) };
}

/** A port that is not named is the one of the scheme. */
export function isPortAllowed({ port, protocol }: URL, ports: readonly number[] | null): boolean {
  return ports === null || ports.includes(Number(port || (protocol === 'https:' ? 443 : 80)));
}

const INNER_ADDRESS = 'Адрес во внутренней сети';

class InnerAddress extends Error {}

const lookupPublicAddress: LookupFunction = (host, options, found) => {
  dns.lookup(host, { ...options, all: true }, (error, addresses) => {
    const outside = addresses?.filter(({ address }) => !isInnerAddress(address)) ?? [];
    const [first] = outside;
    if (error) found(error, '', 4);
    else if (!first) found(new InnerAddress(host), '', 4);
    else if (options.all) found(null, outside);
    else found(null, first.address, first.family);
  });
};

function describeError(error: Error & { code?: string }): string {
  if (error instanceof InnerAddress) return INNER_ADDRESS;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'Не ответил за 15 секунд';
  return ERROR_MESSAGES[error.code ?? ''] ?? 'Соединение прервалось';
}

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Сервер отказал в соединении',
  ENOTFOUND: 'Такого имени в сети нет',
  EAI_AGAIN: 'Имя в сети не нашлось',
  EHOSTUNREACH: 'Сервер недоступен',
  ENETUNREACH: 'Сервер недоступен',
  ETIMEDOUT: 'Не ответил за 15 секунд',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Сертификат не от доверенного центра',
  SELF_SIGNED_CERT_IN_CHAIN: 'Сертификат не от доверенного центра',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Сертификат не от доверенного центра',
  CERT_HAS_EXPIRED: 'Срок сертификата истёк',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Сертификат выдан другому имени',
};
