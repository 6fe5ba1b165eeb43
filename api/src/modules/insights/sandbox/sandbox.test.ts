import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { formatCardNumber } from '../../../gateways/fuel-network/card-number.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenKey } from '../../../testing/givens/given-key.ts';
import { givenSandbox, type GivenSandbox } from '../../../testing/givens/given-sandbox.ts';
import { waitForAnnouncedEvents } from '../../../testing/wait-for-announced-events.ts';

let api: TestApi;
let ours: GivenCompany;
let theirs: GivenCompany;
let live: { authorization: string };

beforeAll(async () => {
  api = await startApi();
  ours = await givenCompany(api, { unallocatedKopecks: 5_000_00 });
  theirs = await givenCompany(api);
  live = (await givenKey(api, ours)).headers;
});
afterAll(() => api.stop());

const make = (path: string, token: string): Promise<ApiResponse> => api.post(path, { token, json: {} });

const fuelling = (cardId: number, more: object = {}) => ({
  card_id: cardId,
  goods_id: 301,
  litres: 40,
  unit_price: 70,
  station: 'М-4 «Дон», 112-й км',
  ...more,
});

const post = (given: GivenSandbox, path: string, json: object, key?: string): Promise<ApiResponse> =>
  api.post(`/api/v1/sandbox${path}`, { headers: given.headers, json, ...(key ? { key } : {}) });

const state = async (given: GivenSandbox) =>
  (await api.get('/api/v1/sandbox', { headers: given.headers })).body.data;

describe('a sandbox', () => {
  test('a sandbox is made by an admin, once, with cards, money and an earlier clock', async () => {
    const company = await givenCompany(api);
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    expect((await make('/api/sandbox', manager.token)).status).toBe(403);
    const made = await make('/api/sandbox', company.admin.token);
    expect(made.body.data).toMatchObject({ silent: false, unallocated: 300_000 });
    expect(made.body.data.title).toContain('Песочница');
    expect(made.body.data.cards.map((card: { card_sum: number }) => card.card_sum)).toEqual([
      20_000, 20_000, 20_000, 20_000,
    ]);
    const behind = api.clock.now().getTime() - Date.parse(made.body.data.now);
    expect(behind / 86_400_000).toBe(62);
    expect((await make('/api/sandbox', company.admin.token)).status).toBe(409);
    const log = await api.get('/api/audit?action=sandbox-made', { token: company.admin.token });
    expect(log.body.data).toHaveLength(1);
  });

  test('a sandbox is closed with its keys, and a new one has others', async () => {
    const first = await givenSandbox(api, ours);
    const second = await givenSandbox(api, ours);
    expect((await api.get('/api/v1/cards', { headers: first.headers })).status).toBe(401);
    expect((await api.get('/api/v1/cards', { headers: second.headers })).status).toBe(200);
    expect((await api.delete('/api/sandbox', { token: ours.admin.token })).status).toBe(200);
    expect((await api.get('/api/v1/cards', { headers: second.headers })).status).toBe(401);
    expect((await api.delete('/api/sandbox', { token: ours.admin.token })).status).toBe(404);
    expect((await make('/api/sandbox/reset', ours.admin.token)).status).toBe(404);
    await expectBooksToAgree(api);
  });

  test('a sandbox has keys that only its company’s admins see and revoke', async () => {
    const given = await givenSandbox(api, ours);
    const { token } = ours.admin;
    const [listed] = (await api.get('/api/sandbox', { token })).body.data.keys;
    expect(listed).toMatchObject({ id: given.keyId, state: 'active' });
    expect(listed.mark).toMatch(/^mg_test_…/);
    const own = (await api.get('/api/keys', { token })).body.data;
    expect(own.map((item: { id: number }) => item.id)).not.toContain(given.keyId);
    expect((await api.delete(`/api/keys/${given.keyId}`, { token })).status).toBe(404);
    const byOutsider = await api.delete(`/api/sandbox/keys/${given.keyId}`, { token: theirs.admin.token });
    expect(byOutsider.status).toBe(404);
    expect((await api.delete(`/api/sandbox/keys/${given.keyId}`, { token })).status).toBe(200);
    expect((await api.get('/api/v1/cards', { headers: given.headers })).status).toBe(401);
    const log = await api.get(`/api/audit?target=key:${given.keyId}`, { token });
    expect(log.body.data.map((item: { action: string }) => item.action).toSorted()).toEqual([
      'key-made',
      'key-revoked',
    ]);
  });
});

describe('the isolation between a sandbox and its company', () => {
  test('a test key sees the sandbox’s cards, money and operations, none of the company’s', async () => {
    const card = await givenCard(api, ours.id, { balanceKopecks: 700_00 });
    const given = await givenSandbox(api, ours);
    const { headers } = given;
    const cards = (await api.get('/api/v1/cards', { headers })).body.data;
    const ids = cards.map((item: { id: number }) => item.id);
    expect(new Set(ids)).toEqual(new Set(given.cards.map(({ id }) => id)));
    expect((await api.get(`/api/v1/cards/${card.id}`, { headers })).status).toBe(404);
    expect((await post(given, '/purchases', fuelling(card.id))).status).toBe(404);
    const paid = await api.post(`/api/v1/cards/${card.id}/transfer`, { headers, key: 'x', json: { sum: 1 } });
    expect(paid.status).toBe(404);
    expect((await api.get('/api/v1/balances', { headers })).body.data.notDistSum).toBe(300_000);
  });

  test('a live key and an admin see nothing of the sandbox', async () => {
    const given = await givenSandbox(api, ours);
    await post(given, '/purchases', fuelling(given.cards[0]!.id));
    const id = given.cards[0]!.id;
    expect((await api.get(`/api/v1/cards/${id}`, { headers: live })).status).toBe(404);
    expect((await api.get(`/api/card/${id}`, { token: ours.admin.token })).status).toBe(404);
    const paid = await api.post(`/api/v1/cards/${id}/transfer`, {
      headers: live,
      key: 'y',
      json: { sum: 1 },
    });
    expect(paid.status).toBe(404);
    expect((await api.get('/api/v1/operations', { headers: live })).body.data).toEqual([]);
  });

  test('the calls of sandboxes are 403 to a live key and to a person, in Russian', async () => {
    const calls = allCalls.filter((call) => call.key?.sandbox);
    expect(calls.length).toBeGreaterThan(7);
    for (const { method, path } of calls)
      for (const ask of [{ headers: live }, { headers: { 'x-auth-token': ours.admin.token } }]) {
        const reply = await fetch(api.url + path.replace(':id', '1'), { method, ...ask });
        const { message } = (await reply.json()) as { message: string };
        expect([path, reply.status, message]).toEqual([path, 403, expect.stringContaining('mg_test_')]);
      }
  });

  test('the database gives no company a card of network 99, no sandbox a real one', async () => {
    await givenSandbox(api, ours);
    const { id: sandboxId } = await getOnlyRow(
      api.ctx.db.system,
      sql<{
        id: number;
      }>`select company_id as id from sandbox where parent_id = ${ours.id} and closed_at is null`,
    );
    const insert = (companyId: number, partnerId: number) =>
      sql`insert into card (company_id, partner_id, card_number, status_id, goods_ids, created_at)
        values (${companyId}, ${partnerId}, ${formatCardNumber(partnerId, 9000 + partnerId)}, 1, '{}', now())`.execute(
        api.ctx.db.system,
      );
    await expect(insert(ours.id, SANDBOX_NETWORK)).rejects.toThrow('is not for company');
    await expect(insert(sandboxId, 2)).rejects.toThrow('is not for company');
  });
});

describe('actions of a test key', () => {
  test('a purchase comes by the feed: operation, balance, event, at the sandbox’s time', async () => {
    const given = await givenSandbox(api, ours);
    const [card] = given.cards;
    const input = fuelling(card!.id, { external_id: 'first' });
    const bought = await post(given, '/purchases', input);
    const { now } = await state(given);
    expect(bought.body.data).toMatchObject({ sold: true, sum: 2800, at: now, declined: null });
    await post(given, '/purchases', input);
    const { headers } = given;
    const operations = (await api.get('/api/v1/operations', { headers })).body.data;
    expect(operations).toHaveLength(1);
    expect(Date.parse(operations[0].created_at)).toBe(Date.parse(now));
    expect((await state(given)).cards[0].card_sum).toBe(17_200);
    await waitForAnnouncedEvents(api);
    const events = (await api.get('/api/v1/events', { headers })).body.data;
    expect(events.filter(({ type }: { type: string }) => type === 'operation.created')).toHaveLength(1);
  });

  test('a purchase beyond the card’s money, and whatever decline is wanted, are declines', async () => {
    const given = await givenSandbox(api, ours);
    const { id } = given.cards[0]!;
    const refused = await post(given, '/purchases', fuelling(id, { litres: 900 }));
    expect(refused.body.data).toMatchObject({ sold: false, sum: 0, declined: { code: 'money' } });
    const declined = await post(given, '/declines', {
      ...fuelling(id),
      code: 'limit',
      reason: 'Превышен лимит',
    });
    expect(declined.body.data.at).toBe((await state(given)).now);
    await waitForAnnouncedEvents(api);
    const events = (await api.get('/api/v1/events?types=decline.created', { headers: given.headers })).body;
    expect(events.data).toHaveLength(2);
    expect((await api.get('/api/declines', { token: ours.admin.token })).body.data).toEqual([]);
    const strange = await post(given, '/declines', { ...fuelling(id), code: 'mood', reason: 'x' });
    expect(strange).toMatchObject({
      status: 400,
      body: { error_messages: { code: [expect.stringContaining('rule, blocked, not-set-up, goods')] } },
    });
    expect((await post(given, '/purchases', fuelling(id, { goods_id: 999 }))).status).toBe(400);
  });

  test('a silent network leaves a transfer in progress until it is set to answer', async () => {
    const given = await givenSandbox(api, ours);
    const { headers } = given;
    const { id } = given.cards[1]!;
    await post(given, '/silence', { silent: true });
    expect((await state(given)).silent).toBe(true);
    const { networkTimeoutMs } = api.ctx.config;
    api.ctx.config.networkTimeoutMs = 0;
    await api.post(`/api/v1/cards/${id}/transfer`, { headers, key: 't', json: { sum: 1000 } });
    api.ctx.config.networkTimeoutMs = networkTimeoutMs;
    const read = async () => (await api.get('/api/v1/operations', { headers })).body.data[0].status.id;
    await expect.poll(() => countAttempts(id)).toBe(1);
    expect(await read()).toBe(2);
    api.clock.advanceSeconds(3600);
    const unclear = await api.get('/staff/api/unclear-movements', { token: (await givenStaff(api)).token });
    expect(unclear.body.data).toEqual([]);
    await post(given, '/silence', { silent: false });
    await expect.poll(read).toBe(1);
    expect((await state(given)).cards[1].card_sum).toBe(21_000);
    await expectBooksToAgree(api);
  });

  test('a paid invoice adds sandbox money, once a request, under its own numbers', async () => {
    const given = await givenSandbox(api, ours);
    const pay = () => post(given, '/payments', { sum: 1500.5 }, 'pay-1');
    const first = await pay();
    expect(first.body.data).toMatchObject({ sum: 1500.5, unallocated: 301_500.5 });
    expect(first.body.data.number).toContain('9000000000');
    expect((await pay()).body).toEqual(first.body);
    expect((await state(given)).unallocated).toBe(301_500.5);
    await expectBooksToAgree(api);
  });

  test('the clock moves only forward, to now at most, and a day’s limit renews', async () => {
    const given = await givenSandbox(api, ours);
    const { headers } = given;
    const { id } = given.cards[2]!;
    const limit = { unit_count: 3000, unit_type: 'sum', period: 'P1D' };
    expect((await api.post(`/api/v1/cards/${id}/limit`, { headers, json: limit })).status).toBe(200);
    const fuel = async () => (await post(given, '/purchases', fuelling(id))).body.data.declined?.code ?? null;
    await expect
      .poll(
        async () => (await api.get(`/api/v1/cards/${id}`, { headers })).body.data.limit?.is_pending ?? false,
      )
      .toBe(false);
    expect(await fuel()).toBe(null);
    expect(await fuel()).toBe('limit');
    const spent = async () => (await api.get(`/api/v1/cards/${id}`, { headers })).body.data.limit.spent;
    expect(await spent()).toBe(2800);
    const { now } = await state(given);
    const at = (days: number) => new Date(Date.parse(now) + days * 86_400_000).toISOString();
    expect((await post(given, '/clock', { to: at(-1) })).body.error_messages?.to?.[0]).toContain('вперёд');
    expect((await post(given, '/clock', { to: at(100) })).body.error_messages?.to?.[0]).toContain(
      'не обгоняют',
    );
    expect((await post(given, '/clock', { to: at(1) })).body.data.now).toBe(at(1));
    expect(await spent()).toBe(0);
    expect(await fuel()).toBe(null);
  });

  test('a test key’s action leaves a row in the audit log each time', async () => {
    const given = await givenSandbox(api, ours);
    await post(given, '/purchases', fuelling(given.cards[0]!.id));
    await post(given, '/clock', { to: api.clock.now().toISOString() });
    const lines = await rows(
      api.ctx.db.system,
      sql<{ what: string }>`
        select what from audit_event where company_id = (
          select company_id from sandbox where parent_id = ${ours.id} and closed_at is null)`,
    );
    expect(lines.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['sales-booked', 'advanceTestClock']),
    );
  });

  test('a test key’s action needs the scope for operations', async () => {
    const given = await givenSandbox(api, ours, ['cards:read']);
    expect((await api.get('/api/v1/sandbox', { headers: given.headers })).status).toBe(403);
    expect((await api.get('/api/v1/balances', { headers: given.headers })).status).toBe(403);
  });
});

test('a test key is held to its number of calls a minute, as a live one is', async () => {
  const strict = await startApi({ jobs: false, env: { KEY_CALLS_PER_MINUTE: '3' } });
  const company = await givenCompany(strict);
  const { token } = company.admin;
  await strict.post('/api/sandbox', { token, json: {} });
  const json = { title: 'Проба', scopes: ['cards:read'] };
  const { key } = (await strict.post('/api/sandbox/keys', { token, json })).body.data;
  const headers = { authorization: `Bearer ${key}` };
  const statuses: number[] = [];
  for (let at = 0; at < 4; at += 1) statuses.push((await strict.get('/api/v1/cards', { headers })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await strict.stop();
});

describe('the programme’s staff', () => {
  test('staff see no sandbox among clients, networks, payments, closings or cases', async () => {
    const given = await givenSandbox(api, ours);
    await post(given, '/purchases', fuelling(given.cards[0]!.id));
    await post(given, '/payments', { sum: 777.77 });
    const { token } = await givenStaff(api);
    for (const path of [
      '/staff/api/clients',
      '/staff/api/partners',
      '/staff/api/payments',
      '/staff/api/unsettled',
      '/staff/api/unclear-movements',
      '/staff/api/requests',
      '/staff/api/credits',
      '/staff/api/tariffs',
      '/staff/api/documents/closing/preview?date=2026-08',
      '/api/partner',
    ]) {
      const { status, body } = await api.get(path, { token });
      expect([path, status, JSON.stringify(body).includes('Песочница')]).toEqual([path, 200, false]);
    }
  });

  test('staff read in the audit log which sandbox a row is of', async () => {
    await givenSandbox(api, ours);
    const { token } = await givenStaff(api);
    const { status, body } = await api.get('/staff/api/audit?action=sandbox-made', { token });
    expect([status, body.data.length > 0]).toEqual([200, true]);
  });
});

/** Counts how often the last command for a card was sent to the network. */
async function countAttempts(cardId: number): Promise<number> {
  const { attempts } = await getOnlyRow(
    api.ctx.db.system,
    sql<{
      attempts: number;
    }>`select attempts from operation where card_id = ${cardId} order by id desc limit 1`,
  );
  return attempts;
}
