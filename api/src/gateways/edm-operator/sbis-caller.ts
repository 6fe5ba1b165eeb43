import { z } from 'zod';
import { fetchJson, ServiceUnreachable, type JsonReply } from '../fetch-json.ts';
import { EdmUnavailable } from './edm-operator.ts';

export interface SbisAccess {
  login: string;
  password: string;
  url?: string | undefined;
  timeLimitMs?: number | undefined;
}

/** Makes a call of the JSON-RPC and returns its outcome. */
export type SbisCaller = (method: string, params: object) => Promise<SbisReply>;

export type SbisReply =
  | { kind: 'result'; result: unknown }
  /** The operator understood the call and refused it. */
  | { kind: 'refused'; code: number; message: string };

const URL_OF_SBIS = 'https://online.sbis.ru';
const TIME_LIMIT_MS = 30_000;
const BUSY_SECONDS = 60;
/** Its answer where the session is over, beside HTTP 401. */
const NO_SESSION = -32_001;

const envelope = z.union([
  z.object({ error: z.object({ code: z.number().default(0), message: z.string().default('') }) }),
  z.object({ result: z.unknown() }),
]);

/**
 * Calls under one session, because a user has five at most: the session is stored, and renewed once it has
 * expired. Without `charset` СБИС reads a body as windows-1251.
 */
export function callSbis(access: SbisAccess): SbisCaller {
  const base = access.url ?? URL_OF_SBIS;
  const timeLimitMs = access.timeLimitMs ?? TIME_LIMIT_MS;
  let session: Promise<string> | null = null;

  async function post(path: string, method: string, params: object, sid?: string): Promise<JsonReply> {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 }));
    const headers = {
      'content-type': 'application/json-rpc; charset=utf-8',
      ...(sid && { 'x-sbissessionid': sid }),
    };
    try {
      return await fetchJson(`${base}${path}`, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
        timeLimitMs,
      });
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) throw error;
      throw new EdmUnavailable(`sbis: ${error.message}`, { cause: error });
    }
  }

  async function signIn(): Promise<string> {
    const params = { Параметр: { Логин: access.login, Пароль: access.password } };
    const input = readReply(await post('/auth/service/', 'СБИС.Аутентифицировать', params));
    if (input.kind === 'result' && typeof input.result === 'string' && input.result !== '')
      return input.result;
    throw new EdmUnavailable('sbis: it does not let us in');
  }

  /** Calls at the same time share one sign-in; a failed one is tried again. */
  function getSessionId(): Promise<string> {
    session ??= signIn().catch((error: unknown) => {
      session = null;
      throw error;
    });
    return session;
  }

  return async (method, params) => {
    const path = '/service/?srv=1';
    const input = await post(path, method, params, await getSessionId());
    const read = input.status === 401 ? null : readReply(input);
    if (read && !(read.kind === 'refused' && read.code === NO_SESSION)) return read;
    session = null;
    return readReply(await post(path, method, params, await getSessionId()));
  };
}

/** A refusal comes with HTTP 500 as well as with 200; whatever is no JSON-RPC counts as an operator that is unavailable. */
function readReply({ status, body, retryAfterSeconds = BUSY_SECONDS }: JsonReply): SbisReply {
  if (status === 429) throw new EdmUnavailable('sbis: HTTP 429', { retryAfterSeconds });
  const parsed = envelope.safeParse(body);
  if (!parsed.success) throw new EdmUnavailable(`sbis: HTTP ${status} without sense`);
  if ('error' in parsed.data) return { kind: 'refused', ...parsed.data.error };
  if (status !== 200 || parsed.data.result === undefined) throw new EdmUnavailable(`sbis: HTTP ${status}`);
  return { kind: 'result', result: parsed.data.result };
}
