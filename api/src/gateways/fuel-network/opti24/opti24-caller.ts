import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../lib/clock.ts';
import { fetchJson, ServiceUnreachable } from '../../fetch-json.ts';
import { NetworkUnavailable } from '../fuel-network.ts';
import { NetworkRefusal, RequestNotSent } from '../send-once.ts';
import type { ReportUnreadable } from '../log-unreadable-cards.ts';
import { toMoscowText } from '../wire-values.ts';

export interface Opti24Access {
  url: string;
  login: string;
  password: string;
  apiKey: string;
  /** The id of the contract, not its number. */
  contract: string;
  clock: Clock;
  timeLimitMs?: number | undefined;
  report?: ReportUnreadable | undefined;
}

export interface Opti24Caller {
  contract: string;
  clock: Clock;
  report: ReportUnreadable;
  read<Schema extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    schema: Schema,
  ): Promise<z.output<Schema>>;
  /**
   * Returns the network's answer. Throws NetworkRefusal with its own words when it refuses, NothingWritten when it did not
   * even consider the call.
   */
  write<Schema extends z.ZodType>(
    path: string,
    form: Record<string, string>,
    schema: Schema,
  ): Promise<z.output<Schema>>;
}

const TIME_LIMIT_MS = 4000;
const OK = 200;
/** The session has expired or is not valid: nothing was done. */
const NO_SESSION = new Set([401, 403]);
/** Too many calls: nothing was done either. */
const TOO_MANY = new Set([429, 509]);
/** The command itself is not possible: malformed for the network, unknown to it, or in conflict with its state. */
const REFUSALS = new Set([400, 404, 409, 422]);

const envelopeShape = z.object({
  status: z.object({ code: z.coerce.number(), errors: z.unknown().optional() }),
  data: z.unknown().optional(),
});
const sessionShape = z.object({ session_id: z.string().min(1) });

/** No session was opened, so nothing was requested. */
class NoSession extends NetworkUnavailable {}

interface Opti24Reply {
  code: number;
  errors: unknown;
  data: unknown;
}

/** One session for all calls. An expired one is renewed once and the call repeated, since a refused call has done nothing. */
export function callOpti24(access: Opti24Access): Opti24Caller {
  let session: Promise<string> | null = null;

  async function reach(
    path: string,
    query: Record<string, string>,
    form?: Record<string, string>,
    sessionId?: string,
  ): Promise<Opti24Reply> {
    const headers = {
      api_key: access.apiKey,
      contract_id: access.contract,
      date_time: toMoscowText(access.clock.now()).replace('T', ' '),
      ...(sessionId ? { session_id: sessionId } : {}),
    };
    const search = new URLSearchParams(query).toString();
    try {
      const reply = await fetchJson(`${access.url}/vip/${path}${search && `?${search}`}`, {
        method: form ? 'POST' : 'GET',
        headers,
        ...(form && { body: new URLSearchParams(form) }),
        timeLimitMs: access.timeLimitMs ?? TIME_LIMIT_MS,
      });
      const input = envelopeShape.safeParse(reply.body);
      // An answer without the envelope comes from something in front of the service: only its HTTP status means anything.
      if (!input.success)
        return { code: reply.status === OK ? 0 : reply.status, errors: null, data: undefined };
      return { code: input.data.status.code, errors: input.data.status.errors, data: input.data.data };
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) throw error;
      throw new NetworkUnavailable(`opti24: ${error.message}`, { cause: error });
    }
  }

  function openSession(): Promise<string> {
    session ??= signIn().catch((error: unknown) => {
      session = null;
      if (!(error instanceof NetworkUnavailable)) throw error;
      throw new NoSession(error.message, { cause: error });
    });
    return session;
  }

  async function signIn(): Promise<string> {
    const password = createHash('sha512').update(access.password, 'utf8').digest('hex');
    const input = await reach('v1/authUser', {}, { login: access.login, password });
    const read = sessionShape.safeParse(input.data);
    if (input.code !== OK || !read.success)
      throw new NetworkUnavailable(`opti24: signing in was answered with ${input.code}`);
    return read.data.session_id;
  }

  async function ask(
    path: string,
    query: Record<string, string>,
    form?: Record<string, string>,
  ): Promise<Opti24Reply> {
    const used = openSession();
    const input = await reach(path, query, form, await used);
    if (!NO_SESSION.has(input.code)) return input;
    if (session === used) session = null;
    return reach(path, query, form, await openSession());
  }

  function readData<Schema extends z.ZodType>(
    path: string,
    input: Opti24Reply,
    schema: Schema,
  ): z.output<Schema> {
    const read = schema.safeParse(input.data);
    if (input.code === OK && read.success) return read.data;
    throw new NetworkUnavailable(`opti24: ${path}: ${input.code}${read.success ? '' : ' without sense'}`);
  }

  return {
    contract: access.contract,
    clock: access.clock,
    report: access.report ?? (() => Promise.resolve()),
    async read(path, query, schema) {
      return readData(path, await ask(path, query), schema);
    },
    async write(path, form, schema) {
      const input = await ask(path, {}, form).catch((error: unknown) => {
        throw error instanceof NoSession ? new RequestNotSent(error.message, { cause: error }) : error;
      });
      if (NO_SESSION.has(input.code) || TOO_MANY.has(input.code))
        throw new RequestNotSent(`opti24: ${path}: ${input.code}`);
      if (REFUSALS.has(input.code)) throw new NetworkRefusal(getErrorMessage(input.errors));
      return readData(path, input, schema);
    },
  };
}

const MAX_ERROR_LENGTH = 200;

/** The first Russian sentence among the errors, which are texts or objects that contain one. */
function getErrorMessage(errors: unknown): string {
  const message = texts(errors).find((text) => /[а-яё]/i.test(text));
  return message ? `ОПТИ 24: ${message.slice(0, MAX_ERROR_LENGTH)}` : 'ОПТИ 24 отказала без объяснения';
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
