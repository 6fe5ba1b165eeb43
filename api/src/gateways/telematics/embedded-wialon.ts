import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { newToken } from '../../lib/secrets.ts';
import type { Telematics } from './telematics.ts';
import { wialon } from './wialon.ts';

/** The token of the demonstration's trucks. */
export const EMBEDDED_WIALON_TOKEN = 'magistral-demo-wialon';

const SESSION_MS = 5 * 60_000;
const MAX_BODY_BYTES = 100_000;
const EVENT = 0x0600;

type Params = Record<string, unknown>;

/**
 * Fakes Wialon outside production: a real HTTP server on this machine with the same calls, error codes and expiring
 * sessions. It registers a filling twice when it gets two requests. It starts at the first call, and ends with the
 * process.
 */
export function embeddedWialon(about: { db: Db; clock: Clock }): Telematics {
  let opened: Promise<Telematics> | null = null;
  const open = () => (opened ??= serve(about).then((url) => wialon({ url, clock: about.clock })));
  return {
    listUnits: async (...input) => (await open()).listUnits(...input),
    readPositions: async (...input) => (await open()).readPositions(...input),
    hasFilling: async (...input) => (await open()).hasFilling(...input),
    registerFilling: async (...input) => (await open()).registerFilling(...input),
  };
}

async function serve({ db, clock }: { db: Db; clock: Clock }): Promise<string> {
  const sessions = new Map<string, { token: string; usedAt: number }>();

  async function answer(request: IncomingMessage): Promise<unknown> {
    const service = new URL(request.url ?? '', 'http://here').searchParams.get('svc') ?? '';
    const form = new URLSearchParams(await readBody(request));
    const params = JSON.parse(form.get('params') ?? '{}') as Params;
    const now = clock.now().getTime();
    if (service === 'token/login') return logIn(String(params.token), now);
    const session = sessions.get(form.get('sid') ?? '');
    if (!session || now - session.usedAt > SESSION_MS) return { error: 1 };
    session.usedAt = now;
    if (service === 'core/search_items') return { items: await listUnits(session.token) };
    if (!(await ownsUnit(session.token, Number(params.itemId)))) return { error: 7 };
    if (service === 'messages/load_interval') return loadInterval(params);
    if (service === 'unit/registry_fuel_filling_event') return register(params);
    return { error: 2 };
  }

  async function logIn(token: string, now: number): Promise<unknown> {
    if ((await listUnits(token)).length === 0) return { error: 8 };
    const eid = newToken();
    sessions.set(eid, { token, usedAt: now });
    return { eid, tm: Math.floor(now / 1000) };
  }

  const listUnits = (token: string) =>
    rows(
      db,
      sql<{ id: number; nm: string }>`
        select id::float8 as id, title as nm from embedded_wialon_unit where token = ${token} order by title`,
    );

  async function ownsUnit(token: string, unitId: number): Promise<boolean> {
    if (!Number.isSafeInteger(unitId)) return false;
    const found = await firstRow(
      db,
      sql`select id from embedded_wialon_unit where token = ${token} and id = ${unitId}`,
    );
    return found !== null;
  }

  async function loadInterval({ itemId, timeFrom, timeTo, flags }: Params): Promise<unknown> {
    const within = sql`unit_id = ${Number(itemId)} and at >= to_timestamp(${Number(timeFrom)}) and at <= to_timestamp(${Number(timeTo)})`;
    const messages =
      Number(flags) === EVENT
        ? await rows(
            db,
            sql<{ t: number; et: string }>`
              select extract(epoch from at)::float8 as t, 'evt' as tp, description as et from embedded_wialon_event
              where ${within} order by at`,
          )
        : await rows(
            db,
            sql<{ t: number }>`
              select extract(epoch from at)::float8 as t, 'ud' as tp, json_build_object('y', lat, 'x', lon) as pos
              from embedded_wialon_message where ${within} order by at`,
          );
    return messages.length === 0 ? { error: 1001 } : { count: messages.length, messages };
  }

  async function register({ itemId, date, volume, cost, location, description }: Params): Promise<unknown> {
    await sql`
      insert into embedded_wialon_event (unit_id, at, litres, cost, location, description)
      values (${Number(itemId)}, to_timestamp(${Number(date)}), ${Number(volume)}, ${Number(cost)}, ${String(location)},
        ${String(description)})`.execute(db);
    return {};
  }

  const server = createServer((request, reply) => {
    void (async () => {
      const input = await answer(request).catch(() => ({ error: 4 }));
      reply.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      reply.end(JSON.stringify(input));
    })();
  });
  await listen(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > MAX_BODY_BYTES) throw new Error('too long');
  }
  return text;
}
