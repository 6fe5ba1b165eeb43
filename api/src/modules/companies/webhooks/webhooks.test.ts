import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { givenCompany, givenMoney, type GivenCompany } from '../../../testing/givens/factories.ts';
import { startReceiver } from '../../../testing/wires/receiver.ts';
import { waitForAnnouncedEvents } from '../../../testing/wait-for-announced-events.ts';
import { expandNotices } from '../../messaging/notices/expand-notices.ts';
import { continueEvents, readHorizon } from '../events/events.ts';
import { claimWebhook as takeOverEvents } from './deliveries.ts';
import { planDeliveries } from './plan-deliveries.ts';
import { sendDeliveries } from './send-deliveries.ts';

let api: TestApi;
let server: Server;
let company: GivenCompany;
/** The requests that the receiver got, and its response. */
let got: { headers: IncomingHttpHeaders; body: string }[] = [];
let answer: (nth: number) => number = () => 204;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      response.writeHead(answer(got.length)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.close();
  await api.stop();
});

beforeEach(async () => {
  company = await givenCompany(api);
});

afterEach(() => {
  got = [];
  answer = () => 204;
});

function receiver(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
}

async function create(input: object = {}) {
  // A webhook begins at the events of transactions that still write, those of earlier tests too.
  await waitForAnnouncedEvents(api);
  const json = { url: receiver(), types: ['balance.changed'], ...input };
  return api.post('/api/webhooks', { token: company.admin.token, json });
}

async function given(): Promise<{ id: number; secret: string }> {
  const { status, body } = await create();
  expect(status).toBe(200);
  return body.data as { id: number; secret: string };
}

async function claimWebhook(): Promise<void> {
  await waitForAnnouncedEvents(api);
  await planDeliveries(api.ctx);
}

/** One turn of the loop and the job that it enqueues. */
async function turn(id: number): Promise<void> {
  await claimWebhook();
  await sendDeliveries(api.ctx, id);
}

async function deliveries(id: number, query = '') {
  const { body } = await api.get(`/api/webhooks/${id}/deliveries?${query}`, { token: company.admin.token });
  return body.data as {
    id: number;
    state: string;
    attempts: number;
    status: number | null;
    next_at: string | null;
  }[];
}

async function listed(id: number) {
  const { body } = await api.get('/api/webhooks', { token: company.admin.token });
  return (body.data as { id: number; off: { reason: string } | null; waiting: number }[]).find(
    (item) => item.id === id,
  );
}

async function post(path: string) {
  return api.post(path, { token: company.admin.token });
}

const pay = () => givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 12_345);

test('an event comes signed, once, and its receiver verifies it by the shown secret', async () => {
  const { id, secret } = await given();
  await pay();
  await turn(id);
  await turn(id);
  expect(got).toHaveLength(1);
  const [{ headers, body }] = got as [(typeof got)[number]];
  const verifier = new Webhook(secret);
  // The receiver's clock is the machine's, the sender's the test's: the age of a message is not what is tried here.
  expect(
    verifier.sign(String(headers['webhook-id']), new Date(Number(headers['webhook-timestamp']) * 1000), body),
  ).toBe(headers['webhook-signature']);
  expect(JSON.parse(body)).toMatchObject({
    type: 'balance.changed',
    data: { account: 'unallocated', balance: 123.45 },
  });
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1, status: 204 }]);
});

test('events before the webhook was made, and of other types, are not sent', async () => {
  await pay();
  await waitForAnnouncedEvents(api);
  const { id } = await given();
  await create({ types: ['document.published'] });
  await turn(id);
  expect(got).toEqual([]);
});

test('a read of the newest events does not scan older ones', async () => {
  const owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  await owner.query(
    `insert into change_event (company_id, generation, type, at, data)
     select $1, generation, 'balance.changed', now(), '{}' from event_generation, generate_series(1, 200000)`,
    [company.id],
  );
  await owner.query('analyze change_event');
  await owner.end();
  await waitForAnnouncedEvents(api);
  const { id } = await given();
  await pay();
  await waitForAnnouncedEvents(api);
  const read = await api.ctx.db.inSystem(async (tx) => {
    const horizon = await readHorizon(tx);
    await takeOverEvents(tx, { horizon, now: api.clock.now(), webhooks: 20, eventsEach: 500 });
    return getOnlyRow(
      tx,
      sql<{ rows: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'change_event'`,
    );
  });
  expect(await deliveries(id)).toHaveLength(1);
  expect(read.rows).toBeLessThan(100);
});

test('a failed receiver is retried after 5 s, 5 min, 30 min, each event under one id', async () => {
  answer = (nth) => (nth < 4 ? 500 : 200);
  const { id } = await given();
  await pay();
  await turn(id);
  for (const pause of [5, 300, 1800]) {
    api.clock.advanceSeconds(pause - 1);
    await turn(id);
    const before = got.length;
    api.clock.advanceSeconds(1);
    await turn(id);
    expect(got).toHaveLength(before + 1);
  }
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 4 }]);
});

test('a webhook is off after three days of failures, and continues once switched on', async () => {
  answer = () => 503;
  const { id } = await given();
  await pay();
  for (let tries = 0; tries < 10; tries += 1) {
    await turn(id);
    api.clock.advanceSeconds(86_400);
  }
  expect(await listed(id)).toMatchObject({ off: { reason: 'failing' } });
  expect(got).toHaveLength(10);
  await pay();
  await turn(id);
  expect(got).toHaveLength(10);
  answer = () => 200;
  expect((await post(`/api/webhooks/${id}/resume`)).status).toBe(200);
  await turn(id);
  expect(got).toHaveLength(11);
});

test('a receiver that answers 410 gets nothing more', async () => {
  answer = () => 410;
  const { id } = await given();
  await pay();
  await pay();
  await turn(id);
  expect(await listed(id)).toMatchObject({ off: { reason: 'gone' } });
  await expandNotices(api.ctx);
  const { body } = await api.get('/api/notices', { token: company.admin.token });
  expect(JSON.stringify(body.data)).toContain('Вебхук отключён');
  const before = got.length;
  await pay();
  await turn(id);
  expect(got).toHaveLength(before);
});

test('while its secret is exchanged both sign, a day later the new one alone', async () => {
  const { id, secret } = await given();
  const { secret: next } = (await post(`/api/webhooks/${id}/rotate`)).body.data as { secret: string };
  expect(next).not.toBe(secret);
  await pay();
  await turn(id);
  api.clock.advanceSeconds(86_400);
  await pay();
  await turn(id);
  const signers = got.map(({ headers, body }) => {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const signatures = String(headers['webhook-signature']).split(' ');
    return [secret, next].map((value) =>
      signatures.includes(new Webhook(value).sign(String(headers['webhook-id']), at, body)),
    );
  });
  expect(signers).toEqual([
    [true, true],
    [false, true],
  ]);
});

test('a sent event is sent again by hand, under the same id', async () => {
  const { id } = await given();
  await pay();
  await turn(id);
  const [sent] = await deliveries(id);
  expect((await post(`/api/webhooks/deliveries/${sent?.id}/replay`)).status).toBe(200);
  await turn(id);
  expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([`msg_${sent?.id}`, `msg_${sent?.id}`]);
});

test('a process that dies while it sends leaves the event to others, after a minute', async () => {
  const { id } = await given();
  await pay();
  await claimWebhook();
  const dying = { ...api.ctx, postWebhook: () => Promise.reject(new Error('killed')) };
  await expect(sendDeliveries(dying, id)).rejects.toThrow('killed');
  await turn(id);
  expect(got).toHaveLength(0);
  api.clock.advanceSeconds(60);
  await turn(id);
  expect(got).toHaveLength(1);
});

test('another company can neither read nor replay, rotate, resume or remove a webhook', async () => {
  const { id } = await given();
  await pay();
  await turn(id);
  const [sent] = await deliveries(id);
  company = await givenCompany(api);
  const list = await api.get(`/api/webhooks/${id}/deliveries`, { token: company.admin.token });
  expect(list.status).toBe(404);
  for (const path of [`deliveries/${sent?.id}/replay`, `${id}/rotate`, `${id}/resume`])
    expect((await post(`/api/webhooks/${path}`)).status).toBe(404);
  expect((await api.delete(`/api/webhooks/${id}`, { token: company.admin.token })).status).toBe(404);
});

test('nothing is sent to a removed webhook, and a company has at most ten', async () => {
  const { id } = await given();
  await pay();
  await claimWebhook();
  expect((await api.delete(`/api/webhooks/${id}`, { token: company.admin.token })).status).toBe(200);
  await turn(id);
  expect(got).toEqual([]);
  for (let count = 0; count < 10; count += 1) await given();
  expect((await create()).status).toBe(409);
});

test.each([
  ['ftp://example.ru/'],
  ['https://user:secret@example.ru/'],
  ['example.ru'],
  [`https://example.ru/${'a'.repeat(500)}`],
])('the address %s is refused', async (url) => {
  expect((await create({ url })).status).toBe(400);
});

test('after a move to a server with new transaction numbers, waiting events are sent', async () => {
  const { id } = await given();
  // As after a restore from a dump: written by a transaction of a far higher number.
  await api.ctx.db.inSystem(async (tx) => {
    await sql`
      insert into change_event (company_id, generation, xid, type, at, data)
      select ${company.id}, generation, '9000000000000', 'balance.changed', now(), '{"balance":1}' from event_generation`.execute(
      tx,
    );
    await sql`update event_generation set server = 'another'`.execute(tx);
  });
  await continueEvents(api.ctx);
  await pay();
  await turn(id);
  expect(got.map((item) => JSON.parse(item.body).data.balance)).toEqual([1, 123.45]);
});

test('a receiver that refuses, disconnects and recovers gets each event under one id', async () => {
  const tries = new Map<string, number>();
  const failing = await startReceiver((sent) => {
    const nth = (tries.get(sent) ?? 0) + 1;
    tries.set(sent, nth);
    // Some deliveries succeed at once, some after one failure or two of each kind.
    return nth > tries.size % 3 ? 204 : (['close', 500, 302, 429] as const)[tries.size % 4]!;
  });
  const { body } = await create({ url: failing.url });
  const { id, secret } = body.data as { id: number; secret: string };
  failing.trust(secret);
  const EVENTS = 40;
  for (let count = 0; count < EVENTS; count += 1) await pay();
  for (const seconds of [0, 5, 300, 1800]) {
    api.clock.advanceSeconds(seconds);
    await turn(id);
  }
  const events = new Set(failing.got.map((item) => item.body.id));
  expect(events.size).toBe(EVENTS);
  expect(new Set(failing.got.map((item) => `${item.id} ${item.body.id}`)).size).toBe(EVENTS);
  expect([...tries.values()].filter((count) => count > 1).length).toBeGreaterThan(EVENTS / 3);
  expect(failing.forged()).toBe(0);
  failing.stop();
});

test('an address that does not answer gets one message at a time, and ever later', async () => {
  const silent = await startReceiver(() => 'close');
  const { body } = await create({ url: silent.url });
  const { id, secret } = body.data as { id: number; secret: string };
  silent.trust(secret);
  const requested: string[] = [];
  const counting = {
    ...api.ctx,
    postWebhook: (url: string, message: Parameters<typeof api.ctx.postWebhook>[1]) => {
      requested.push(url);
      return api.ctx.postWebhook(url, message);
    },
  };
  const tryOnce = async (seconds: number): Promise<number> => {
    api.clock.advanceSeconds(seconds);
    await claimWebhook();
    requested.length = 0;
    await sendDeliveries(counting, id);
    return requested.length;
  };
  for (let count = 0; count < 6; count += 1) await pay();
  expect(await tryOnce(0)).toBe(6);
  expect(await tryOnce(4)).toBe(0);
  expect(await tryOnce(1)).toBe(1);
  expect(await tryOnce(29)).toBe(0);
  expect(await tryOnce(1)).toBe(1);
  expect(await tryOnce(59)).toBe(0);
  expect(await tryOnce(1)).toBe(1);
  // A manual retry does not wait.
  const [first] = await deliveries(id);
  expect((await post(`/api/webhooks/deliveries/${first?.id}/replay`)).status).toBe(200);
  expect(await tryOnce(0)).toBe(1);
  silent.stop();
});

test('more than one batch is sent by jobs of their own, each at the end of the line', async () => {
  const { id } = await given();
  await pay();
  await waitForAnnouncedEvents(api);
  await askOwner(
    api,
    `insert into change_event (company_id, generation, type, at, data)
     select ${company.id}, generation, 'balance.changed', now(), '{}' from event_generation, generate_series(1, 149)`,
  );
  await claimWebhook();
  const before = await jobOfWebhook(id);
  await sendDeliveries(api.ctx, id);
  expect(got).toHaveLength(100);
  await claimWebhook();
  const after = await jobOfWebhook(id);
  expect(after?.flags).toEqual({ [`company:${company.id}`]: true });
  // A later poll leaves the waiting job at its place.
  expect(after?.run_at).toEqual(before?.run_at);
  await sendDeliveries(api.ctx, id);
  expect(got).toHaveLength(150);
});

async function jobOfWebhook(id: number) {
  const [job] = await askOwner<{ run_at: Date; flags: object }>(
    api,
    `select run_at, flags from graphile_worker._private_jobs where key = 'webhook:${id}'`,
  );
  return job;
}
