import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../lib/clock.ts';
import { fetchJson, ServiceUnreachable } from '../../fetch-json.ts';
import { NetworkUnavailable } from '../fuel-network.ts';
import { NetworkRefusal, NothingWritten } from '../send-once.ts';
import type { TellIllegible } from '../tell-illegible.ts';
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
  tell?: TellIllegible | undefined;
}

export interface Opti24Caller {
  contract: string;
  clock: Clock;
  tell: TellIllegible;
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

/** Without a session nothing was asked for. */
class NoSession extends NetworkUnavailable {}

interface Said {
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
  ): Promise<Said> {
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
      const said = envelopeShape.safeParse(reply.body);
      // An answer without the envelope comes from something in front of the service: only its HTTP status means anything.
      if (!said.success)
        return { code: reply.status === OK ? 0 : reply.status, errors: null, data: undefined };
      return { code: said.data.status.code, errors: said.data.status.errors, data: said.data.data };
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
    const said = await reach('v1/authUser', {}, { login: access.login, password });
    const read = sessionShape.safeParse(said.data);
    if (said.code !== OK || !read.success)
      throw new NetworkUnavailable(`opti24: signing in was answered with ${said.code}`);
    return read.data.session_id;
  }

  async function ask(
    path: string,
    query: Record<string, string>,
    form?: Record<string, string>,
  ): Promise<Said> {
    const used = openSession();
    const said = await reach(path, query, form, await used);
    if (!NO_SESSION.has(said.code)) return said;
    if (session === used) session = null;
    return reach(path, query, form, await openSession());
  }

  function readData<Schema extends z.ZodType>(path: string, said: Said, schema: Schema): z.output<Schema> {
    const read = schema.safeParse(said.data);
    if (said.code === OK && read.success) return read.data;
    throw new NetworkUnavailable(`opti24: ${path}: ${said.code}${read.success ? '' : ' without sense'}`);
  }

  return {
    contract: access.contract,
    clock: access.clock,
    tell: access.tell ?? (() => Promise.resolve()),
    async read(path, query, schema) {
      return readData(path, await ask(path, query), schema);
    },
    async write(path, form, schema) {
      const said = await ask(path, {}, form).catch((error: unknown) => {
        throw error instanceof NoSession ? new NothingWritten(error.message, { cause: error }) : error;
      });
      if (NO_SESSION.has(said.code) || TOO_MANY.has(said.code))
        throw new NothingWritten(`opti24: ${path}: ${said.code}`);
      if (REFUSALS.has(said.code)) throw new NetworkRefusal(wordsOf(said.errors));
      return readData(path, said, schema);
    },
  };
}

const WORDS_MAX_LENGTH = 200;

/** The first Russian sentence among the errors, which are texts or objects that contain one. */
function wordsOf(errors: unknown): string {
  const words = texts(errors).find((text) => /[а-яё]/i.test(text));
  return words ? `ОПТИ 24: ${words.slice(0, WORDS_MAX_LENGTH)}` : 'ОПТИ 24 отказала без объяснения';
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
