import { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import { fetchJson, ServiceUnreachable, type JsonReply, type JsonRequest } from '../fetch-json.ts';
import { EdmUnavailable, type TokenStore } from './edm-operator.ts';

export interface DiadocAccess {
  clientId: string;
  clientSecret: string;
  /** Token of the person who granted access. Kontur issues a newer one with each access token. */
  refreshToken: string;
  tokens: TokenStore;
  clock: Clock;
  tokenUrl?: string | undefined;
  timeLimitMs?: number | undefined;
}

export type Caller = (url: string, request: Pick<JsonRequest, 'method' | 'body'>) => Promise<JsonReply>;

const TOKEN_URL = 'https://identity.kontur.ru/connect/token';
const TIME_LIMIT_MS = 15_000;
/** A token is renewed this long before it expires. */
const SPARE_SECONDS = 60;
/** Delay before a retry if a busy operator gives none. */
const BUSY_SECONDS = 60;

const tokenReply = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().default(300),
  refresh_token: z.string().optional(),
});

/** Makes a call with a valid token; a token that the operator rejects is renewed once. */
export function callDiadoc(access: DiadocAccess): Caller {
  const { clock, tokens } = access;
  const timeLimitMs = access.timeLimitMs ?? TIME_LIMIT_MS;
  let token: { text: string; goodUntilMs: number } | null = null;
  let renewing: Promise<string> | null = null;
  /** A refresh token that was issued and is not stored yet: the stored one is spent by then. */
  let unkept: string | null = null;

  function tokenInForce(): string | null {
    return token && token.goodUntilMs > clock.now().getTime() ? token.text : null;
  }

  /** A refresh token can be used only once, so simultaneous calls share one renewal. */
  function freshToken(): Promise<string> {
    const inForce = tokenInForce();
    if (inForce !== null && unkept === null) return Promise.resolve(inForce);
    renewing ??= renew().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function renew(): Promise<string> {
    await storeNewestToken();
    const inForce = tokenInForce();
    if (inForce !== null) return inForce;
    const stored = (await tokens.read()) ?? access.refreshToken;
    let input = await grant(stored);
    if (input.status === 400) {
      // Another process may have renewed it meanwhile; the stored one is the newest.
      const newest = await tokens.read();
      if (newest !== null && newest !== stored) input = await grant(newest);
    }
    const granted = readReply(tokenReply, input);
    unkept = granted.refresh_token ?? null;
    const seconds = Math.max(0, granted.expires_in - SPARE_SECONDS);
    token = { text: granted.access_token, goodUntilMs: clock.now().getTime() + seconds * 1000 };
    await storeNewestToken();
    return granted.access_token;
  }

  /** The database may fail just then: the next call tries again. */
  async function storeNewestToken(): Promise<void> {
    if (unkept === null) return;
    await tokens.keep(unkept);
    unkept = null;
  }

  function grant(refreshToken: string): Promise<JsonReply> {
    return fetchReply(access.tokenUrl ?? TOKEN_URL, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: access.clientId,
        client_secret: access.clientSecret,
      }),
      timeLimitMs,
    });
  }

  async function attempt(url: string, request: Parameters<Caller>[1]): Promise<JsonReply> {
    const headers = {
      authorization: `Bearer ${await freshToken()}`,
      accept: 'application/json; charset=utf-8',
    };
    return fetchReply(url, { ...request, headers, timeLimitMs });
  }

  return async (url, request) => {
    let input = await attempt(url, request);
    if (input.status === 401) {
      token = null;
      input = await attempt(url, request);
    }
    assertNotTooOften(input);
    return input;
  };
}

async function fetchReply(url: string, request: JsonRequest): Promise<JsonReply> {
  try {
    return await fetchJson(url, request);
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error;
    throw new EdmUnavailable(`diadoc: ${error.message}`, { cause: error });
  }
}

/** Throws where the operator has too much to do. */
function assertNotTooOften(input: JsonReply): void {
  if (input.status !== 429) return;
  const { retryAfterSeconds = BUSY_SECONDS } = input;
  throw new EdmUnavailable('diadoc: HTTP 429', { retryAfterSeconds });
}

/** Anything but the documented answer counts as an operator that is unavailable. */
export function readReply<Schema extends z.ZodType>(schema: Schema, input: JsonReply): z.output<Schema> {
  const parsed = schema.safeParse(input.body);
  if (input.status === 200 && parsed.success) return parsed.data;
  throw new EdmUnavailable(`diadoc: HTTP ${input.status}${parsed.success ? '' : ' without sense'}`);
}
