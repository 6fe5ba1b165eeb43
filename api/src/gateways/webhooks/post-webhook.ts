import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isInnerAddress } from '../../lib/inner-address.ts';

const TIME_OUT_MS = 15_000;
const USER_AGENT = 'magistral-webhooks/1';

/** What the receiver answered, or in Russian why there is no answer. */
export type PostOutcome = { status: number } | { error: string };

export type PostWebhook = (
  url: string,
  said: { headers: Record<string, string>; body: string },
) => Promise<PostOutcome>;

/**
 * Posts to an address that a client has named. Where inner addresses are not allowed, the one that is connected to is looked
 * at, not the one that a name led to a moment before. No redirect is followed, no answer is read, no cookie is kept.
 */
export function webhookPoster({ inner }: { inner: boolean }): PostWebhook {
  return (url, { headers, body }) =>
    new Promise((resolve) => {
      const target = URL.parse(url);
      const host = target?.hostname.replace(/^\[|\]$/g, '') ?? '';
      if (!target) return resolve({ error: 'Адрес не читается' });
      if (!inner && isIP(host) && isInnerAddress(host)) return resolve({ error: INNER_ADDRESS });
      const request = (target.protocol === 'https:' ? https : http).request(target, {
        method: 'POST',
        agent: false,
        lookup: inner ? undefined : lookUpOutside,
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
        answer.destroy();
      });
      request.once('error', (error) => resolve({ error: wordsFor(error) }));
      request.end(body);
    });
}

const INNER_ADDRESS = 'Адрес во внутренней сети';

class InnerAddress extends Error {}

const lookUpOutside: LookupFunction = (host, options, found) => {
  dns.lookup(host, { ...options, all: true }, (error, addresses) => {
    const outside = addresses?.filter(({ address }) => !isInnerAddress(address)) ?? [];
    const [first] = outside;
    if (error) found(error, '', 4);
    else if (!first) found(new InnerAddress(host), '', 4);
    else if (options.all) found(null, outside);
    else found(null, first.address, first.family);
  });
};

function wordsFor(error: Error & { code?: string }): string {
  if (error instanceof InnerAddress) return INNER_ADDRESS;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'Не ответил за 15 секунд';
  return WORDS[error.code ?? ''] ?? 'Соединение прервалось';
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Соединение не принято',
  ENOTFOUND: 'Такого имени в сети нет',
  EAI_AGAIN: 'Имя в сети не нашлось',
  EHOSTUNREACH: 'До адреса нет пути',
  ENETUNREACH: 'До адреса нет пути',
  ETIMEDOUT: 'Не ответил за 15 секунд',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Сертификат не заверен',
  SELF_SIGNED_CERT_IN_CHAIN: 'Сертификат не заверен',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Сертификат не заверен',
  CERT_HAS_EXPIRED: 'Срок сертификата истёк',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Сертификат выдан другому имени',
};
