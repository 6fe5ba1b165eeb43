import type { z } from 'zod';
import { fetchJson, ServiceUnreachable, type JsonReply } from '../../fetch-json.ts';
import { NetworkUnavailable } from '../fuel-network.ts';
import { NetworkRefusal, RequestNotSent } from '../send-once.ts';
import type { ReportUnreadable } from '../log-unreadable-cards.ts';

export interface RnCardAccess {
  url: string;
  login: string;
  password: string;
  /** `ISS…`. */
  contract: string;
  timeLimitMs?: number | undefined;
  report?: ReportUnreadable | undefined;
}

export interface RnCardCaller {
  report: ReportUnreadable;
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
/** The credentials or the address are wrong, or there were too many calls. This proves nothing about the command. */
const NOT_CONSIDERED = new Set([401, 403, 404, 405, 429]);
const REQUEST_TIMEOUT = 408;

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
    report: access.report ?? (() => Promise.resolve()),
    async read(path, query, schema) {
      const input = await reach(path, query);
      const read = schema.safeParse(input.body);
      if (input.status === 200 && read.success) return read.data;
      throw new NetworkUnavailable(
        `rn-card: ${path}: HTTP ${input.status}${read.success ? '' : ' without sense'}`,
      );
    },
    async write(path, form) {
      const input = await reach(path, {}, form);
      if (input.status >= 200 && input.status < 300) return;
      if (NOT_CONSIDERED.has(input.status))
        throw new RequestNotSent(`rn-card: ${path}: HTTP ${input.status}`);
      if (input.status >= 400 && input.status < 500 && input.status !== REQUEST_TIMEOUT)
        throw new NetworkRefusal(getErrorMessage(input));
      throw new NetworkUnavailable(`rn-card: ${path}: HTTP ${input.status}`);
    },
  };
}

const MAX_ERROR_LENGTH = 200;

function getErrorMessage({ body }: JsonReply): string {
  const fields = typeof body === 'object' && body !== null ? Object.values(body) : [body];
  const message = fields.find((field) => typeof field === 'string' && /[а-яё]/i.test(field)) as
    | string
    | undefined;
  return message ? `РН-Карт: ${message.slice(0, MAX_ERROR_LENGTH)}` : 'РН-Карт отказала без объяснения';
}
