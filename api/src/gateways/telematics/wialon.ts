import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import { isPlace } from '../../lib/is-place.ts';
import { hashSha256 } from '../../lib/secrets.ts';
import { fetchJson, ServiceUnreachable } from '../fetch-json.ts';
import {
  TelematicsRefused,
  TelematicsTokenRefused,
  TelematicsUnavailable,
  type Telematics,
  type UnitPosition,
} from './telematics.ts';

export const WIALON_ADDRESS = 'https://hst-api.wialon.com';

export interface WialonAccess {
  url: string;
  clock: Clock;
  /** Time limit of a whole call, its session and all its tries. */
  timeLimitMs?: number;
  /** Pause between attempts while the service does one thing at a time. A test waits less. */
  retryPauseMs?: number;
}

const TIME_LIMIT_MS = 20_000;
const RETRY_PAUSE_MS = 1000;
const ATTEMPTS = 4;
/** Lifetime of a session here. A session unused for five minutes is over. */
const SESSION_MS = 4 * 60_000;
const MAX_MESSAGES = 500;

/** The codes of its errors that mean something of their own here. */
const CODE = { session: 1, input: 4, access: 7, login: 8, noMessages: 1001, oneAtATime: 1003, expired: 1011 };
const BUSY_CODES: readonly number[] = [10, CODE.oneAtATime];
const NO_SESSION: readonly number[] = [CODE.session, CODE.expired];

type Json = Record<string, unknown>;

/**
 * Wialon Remote API: `token/login` for a session that is used until it goes cold or is refused, then the call. Error codes
 * come with HTTP 200.
 */
export function wialon(access: WialonAccess): Telematics {
  const sessions = new Map<string, { id: string; usedAt: number }>();

  async function call(token: string, service: string, params: Json): Promise<unknown> {
    const until = performance.now() + (access.timeLimitMs ?? TIME_LIMIT_MS);
    const retryPauseMs = access.retryPauseMs ?? RETRY_PAUSE_MS;
    for (let attempt = 1; ; attempt++) {
      const session = await openSession(token, until);
      const answer = await ask(access, { service, params, session, until });
      const code = getErrorCode(answer);
      if (code === null) return answer;
      // A call with a dead session was not carried out. It is repeated in a new one.
      if (NO_SESSION.includes(code)) sessions.delete(getSessionKey(token));
      else if (!BUSY_CODES.includes(code)) throw toRefusal(code, service);
      if (attempt === ATTEMPTS || performance.now() + retryPauseMs >= until)
        throw new TelematicsUnavailable(`Wialon: error ${code} in ${service}`);
      if (BUSY_CODES.includes(code)) await pause(retryPauseMs);
    }
  }

  async function openSession(token: string, until: number): Promise<string> {
    const now = access.clock.now().getTime();
    const known = sessions.get(getSessionKey(token));
    if (known && now - known.usedAt < SESSION_MS) {
      known.usedAt = now;
      return known.id;
    }
    const answer = await ask(access, {
      service: 'token/login',
      params: { token, fl: 1 },
      session: null,
      until,
    });
    const code = getErrorCode(answer);
    if (code === CODE.access || code === CODE.login || code === CODE.input)
      throw new TelematicsTokenRefused(`Wialon refuses the token: error ${code}`);
    const id = (answer as Json).eid;
    if (code !== null || typeof id !== 'string')
      throw new TelematicsUnavailable(`Wialon: no session, error ${code ?? 'none'}`);
    sessions.set(getSessionKey(token), { id, usedAt: now });
    return id;
  }

  return {
    async listUnits(token) {
      const spec = {
        itemsType: 'avl_unit',
        propName: 'sys_name',
        propValueMask: '*',
        sortType: 'sys_name',
      };
      const answer = await call(token, 'core/search_items', { spec, force: 1, flags: 1, from: 0, to: 0 });
      return readListAt(answer, 'items').flatMap(({ id, nm }) =>
        typeof id === 'number' && typeof nm === 'string' ? [{ id, title: nm.slice(0, 200) }] : [],
      );
    },

    async readPositions(token, { unitId, from, to }) {
      const messages = await load(token, { unitId, from, to, flags: 0x0001, mask: 0xff01 });
      return messages.flatMap(toPosition);
    },

    async hasFilling(token, { unitId, at, mark }) {
      const span = { unitId, from: new Date(at.getTime() - 2000), to: new Date(at.getTime() + 2000) };
      const events = await load(token, { ...span, flags: 0x0600, mask: 0xff00 });
      // The place of the description in an event differs by its kind.
      return events.some((event) => JSON.stringify(event).includes(JSON.stringify(mark).slice(1, -1)));
    },

    async registerFilling(token, { unitId, at, litres, cost, location, place, description }) {
      await call(token, 'unit/registry_fuel_filling_event', {
        itemId: unitId,
        date: seconds(at),
        volume: litres,
        cost,
        location,
        deviation: 30,
        x: place?.lon ?? 0,
        y: place?.lat ?? 0,
        description,
      });
    },
  };

  async function load(
    token: string,
    args: { unitId: number; from: Date; to: Date; flags: number; mask: number },
  ): Promise<Json[]> {
    try {
      const answer = await call(token, 'messages/load_interval', {
        itemId: args.unitId,
        timeFrom: seconds(args.from),
        timeTo: seconds(args.to),
        flags: args.flags,
        flagsMask: args.mask,
        loadCount: MAX_MESSAGES,
      });
      return readListAt(answer, 'messages');
    } catch (error) {
      if (error instanceof WialonItemMissing) return [];
      throw error;
    }
  }
}

class WialonItemMissing extends Error {
  override readonly name = 'NothingThere';
}

function toRefusal(code: number, service: string): Error {
  if (code === CODE.noMessages) return new WialonItemMissing('no messages');
  if (code === CODE.access)
    return new TelematicsRefused(
      service.startsWith('unit/')
        ? 'Wialon: у токена нет права «Управление событиями» на этот объект'
        : 'Wialon: у токена нет права читать сообщения этого объекта',
    );
  if (code === CODE.input)
    return new TelematicsRefused('Wialon не понял запрос: возможно, объекта больше нет');
  if (code === CODE.login) return new TelematicsTokenRefused('Wialon refuses the token');
  return new TelematicsUnavailable(`Wialon: error ${code} in ${service}`);
}

interface WialonRequest {
  service: string;
  params: Json;
  session: string | null;
  /** Time when the call is given up, on the clock of `performance`. */
  until: number;
}

async function ask(
  { url }: WialonAccess,
  { service, params, session, until }: WialonRequest,
): Promise<unknown> {
  // Sent in the body, because an address may be logged on its way.
  const body = new URLSearchParams({ params: JSON.stringify(params), ...(session && { sid: session }) });
  try {
    const path = `/wialon/ajax.html?svc=${encodeURIComponent(service)}`;
    const timeLimitMs = Math.max(1, Math.ceil(until - performance.now()));
    const reply = await fetchJson(url + path, { method: 'POST', body, timeLimitMs });
    if (reply.status !== 200 || typeof reply.body !== 'object' || reply.body === null)
      throw new TelematicsUnavailable(`Wialon: HTTP ${reply.status}`);
    return reply.body;
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error;
    throw new TelematicsUnavailable(`Wialon: ${error.message}`, { cause: error });
  }
}

function getErrorCode(answer: unknown): number | null {
  const { error } = answer as { error?: unknown };
  return typeof error === 'number' && error !== 0 ? error : null;
}

function readListAt(answer: unknown, key: string): Json[] {
  const found = (answer as Json)[key];
  return Array.isArray(found)
    ? found.filter((item): item is Json => typeof item === 'object' && item !== null)
    : [];
}

function toPosition({ t, pos }: Json): UnitPosition[] {
  const { x, y } = (pos ?? {}) as Json;
  if (typeof t !== 'number' || typeof x !== 'number' || typeof y !== 'number') return [];
  return isPlace(y, x) ? [{ at: new Date(t * 1000), lat: y, lon: x }] : [];
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
const getSessionKey = (token: string): string => hashSha256(token).toString('base64');
