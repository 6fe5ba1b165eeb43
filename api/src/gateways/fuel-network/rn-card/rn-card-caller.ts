import type { z } from 'zod';
import { fetchJson, ServiceUnreachable, type JsonReply } from '../../fetch-json.ts';
import { NetworkUnavailable } from '../fuel-network.ts';
import { NetworkRefusal, NothingWritten } from '../send-once.ts';
import type { TellIllegible } from '../tell-illegible.ts';

export interface RnCardAccess {
  url: string;
  login: string;
  password: string;
  /** `ISS…`. */
  contract: string;
  timeLimitMs?: number | undefined;
  tell?: TellIllegible | undefined;
}

export interface RnCardCaller {
  tell: TellIllegible;
  read<Schema extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    schema: Schema,
  ): Promise<z.output<Schema>>;
  /**
   * Throws NetworkRefusal with the network's own words when it refuses, NothingWritten when it did not even consider the
   * call.
   */
  write(path: string, form: Record<string, string>): Promise<void>;
}

const TIME_LIMIT_MS = 4000;
/** The credentials or the address are wrong, or there were too many calls: this says nothing about the command. */
const NOT_CONSIDERED = new Set([401, 403, 404, 405, 429]);
const GAVE_UP = 408;

/** Every call carries the password in a header, in base64; there is no session that could expire. */
export function callRnCard(access: RnCardAccess): RnCardCaller {
  const who = { u: access.login, contract: access.contract, type: 'JSON' };
  const headers = {
    'RnCard-Identity-Account-Pass': Buffer.from(access.password, 'utf8').toString('base64'),
  };
  const timeLimitMs = access.timeLimitMs ?? TIME_LIMIT_MS;

  async function reach(path: string, query: Record<string, string>, form?: Record<string, string>) {
    const url = `${access.url}/api/emv/${path}?${new URLSearchParams({ ...who, ...query }).toString()}`;
    const body = form && new URLSearchParams({ ...who, ...form });
    try {
      return await fetchJson(url, {
        method: body ? 'POST' : 'GET',
        headers,
        timeLimitMs,
        ...(body && { body }),
      });
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) throw error;
      throw new NetworkUnavailable(`rn-card: ${error.message}`, { cause: error });
    }
  }

  return {
    tell: access.tell ?? (() => Promise.resolve()),
    async read(path, query, schema) {
      const said = await reach(path, query);
      const read = schema.safeParse(said.body);
      if (said.status === 200 && read.success) return read.data;
      throw new NetworkUnavailable(
        `rn-card: ${path}: HTTP ${said.status}${read.success ? '' : ' without sense'}`,
      );
    },
    async write(path, form) {
      const said = await reach(path, {}, form);
      if (said.status >= 200 && said.status < 300) return;
      if (NOT_CONSIDERED.has(said.status)) throw new NothingWritten(`rn-card: ${path}: HTTP ${said.status}`);
      if (said.status >= 400 && said.status < 500 && said.status !== GAVE_UP)
        throw new NetworkRefusal(wordsOf(said));
      throw new NetworkUnavailable(`rn-card: ${path}: HTTP ${said.status}`);
    },
  };
}

const WORDS_MAX_LENGTH = 200;

function wordsOf({ body }: JsonReply): string {
  const fields = typeof body === 'object' && body !== null ? Object.values(body) : [body];
  const words = fields.find((field) => typeof field === 'string' && /[а-яё]/i.test(field)) as
    | string
    | undefined;
  return words ? `РН-Карт: ${words.slice(0, WORDS_MAX_LENGTH)}` : 'РН-Карт отказала без объяснения';
}
