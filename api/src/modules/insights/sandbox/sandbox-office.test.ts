import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SANDBOXES_A_DAY } from '#contract/companies/sandbox.ts';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSandbox, type GivenSandbox } from '../../../testing/givens/given-sandbox.ts';
import { startReceiver } from '../../../testing/wires/receiver.ts';
import { waitForAnnouncedEvents } from '../../../testing/wait-for-announced-events.ts';
import { planDeliveries } from '../../companies/webhooks/plan-deliveries.ts';
import { sendDeliveries } from '../../companies/webhooks/send-deliveries.ts';

let api: TestApi;
let ours: GivenCompany;
let theirs: GivenCompany;
let given: GivenSandbox;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  ours = await givenCompany(api);
  theirs = await givenCompany(api);
  given = await givenSandbox(api, ours);
});
afterAll(() => api.stop());

const send = (path: string, json: object): Promise<ApiResponse> =>
  api.post(`/api/v1/sandbox${path}`, { headers: given.headers, json });
const read = async (path: string) => (await api.get(`/api/v1${path}`, { headers: given.headers })).body.data;
const fuelling = (cardId: number, more: object = {}) => ({
  card_id: cardId,
  goods_id: 301,
  litres: 40,
  unit_price: 70,
  station: 'М-4 «Дон», 112-й км',
  ...more,
});

/** Returns the feed's events of a type. */
async function listFeedEvents(type: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  await waitForAnnouncedEvents(api);
  return read(`/events?types=${type}&limit=1000`);
}

describe('an order of a sandbox', () => {
  test('an order becomes empty cards that fuel once funded, with an event for each step', async () => {
    const cardsBefore = (await listFeedEvents('card.changed')).length;
    const { status, body } = await send('/orders', { count: 2 });
    expect([status, body.message]).toEqual([200, body.message]);
    const { id, status_id: statusId, cards } = body.data;
    expect([statusId, cards.map((card: { card_sum: number }) => card.card_sum)]).toEqual([3, [0, 0]]);
    const steps = (await listFeedEvents('request.changed')).map(({ data }) => [data.id, data.status_id]);
    expect(steps).toEqual([1, 2, 3].map((value) => [id, value]));
    expect(await listFeedEvents('card.changed')).toHaveLength(cardsBefore + 2);
    expect((await send('/purchases', fuelling(cards[0].id))).body.data.declined?.code).toBe('money');
    expect((await read('/cards')).map((item: { id: number }) => item.id)).toContain(cards[1].id);
    await expectBooksToAgree(api);
  });

  test('an order beyond the sandbox’s limits is refused, and in no list of staff', async () => {
    expect((await send('/orders', { count: 0 })).status).toBe(400);
    const { status, body } = await send('/orders', { count: 20 });
    expect([status, body.message]).toEqual([409, 'В песочнице не больше 20 карт, сейчас их 6']);
    const staff = await givenStaff(api);
    const requests = await api.get('/staff/api/requests', { token: staff.token });
    expect(requests.body.data).toEqual([]);
  });
});

describe('a month of a sandbox', () => {
  test('a month closes when its clock has passed it: two marked documents and events', async () => {
    const { now } = await read('/sandbox');
    const month = now.slice(0, 7);
    await send('/purchases', fuelling(given.cards[0]!.id));
    const early = await send('/months', { month });
    expect(early.body.error_messages?.month?.[0]).toContain('ещё не закончился');
    const next = new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)), 2));
    expect((await send('/clock', { to: next.toISOString() })).status).toBe(200);
    const closed = await send('/months', { month });
    expect([closed.status, closed.body.message]).toEqual([200, closed.body.message]);
    const documents = closed.body.data.documents as { id: number; title: string; sum: number | null }[];
    expect(documents.map(({ sum }) => sum)).toEqual([2800, null]);
    const events = await listFeedEvents('document.published');
    expect(events.map(({ data }) => [data.id, data.month])).toEqual(documents.map(({ id }) => [id, month]));
    const listed = await read('/documents');
    expect(JSON.stringify(listed)).toContain(documents[0]!.title);
    expect((await send('/months', { month })).status).toBe(409);
    expect((await send('/months', { month: '2020-01' })).body.error_messages?.month?.[0]).toContain(
      'не куплено',
    );
  });

  test('a sandbox month is in no staff list, and sends nothing to the document operator', async () => {
    const staff = await givenStaff(api);
    const { body } = await api.get('/staff/api/documents', { token: staff.token });
    expect(body.data).toEqual([]);
    const sent = await rows(api.ctx.db.system, sql`select document_id from edm_message`);
    expect(sent).toEqual([]);
  });

  test('the database gives no company a document of network 99', async () => {
    const insert = sql`
      insert into month_document (company_id, partner_id, month, title, published_at)
      values (${ours.id}, ${SANDBOX_NETWORK}, '2026-08', 'x', now())`;
    await expect(insert.execute(api.ctx.db.system)).rejects.toThrow('is not for company');
  });
});

describe('a rule of a sandbox', () => {
  test('a sandbox rule refuses online purchases, and an offline one is a breach', async () => {
    const { id } = given.cards[1]!;
    const path = `/sandbox/cards/${id}/rules`;
    const json = { rules: [{ kind: 'litres_filling', value: 30 }] };
    const set = await api.put(`/api/v1${path}`, { headers: given.headers, json });
    expect([set.status, set.body.message]).toEqual([200, set.body.message]);
    expect(set.body.data).toMatchObject({ rules: json.rules, breaches: [] });
    const requested = await send('/purchases', fuelling(id));
    expect(requested.body.data).toMatchObject({ sold: false, declined: { code: 'rule' } });
    const sold = await send('/purchases', fuelling(id, { offline: true }));
    expect(sold.body.data).toMatchObject({ sold: true, declined: null });
    const { breaches } = await read(path);
    expect(breaches).toMatchObject([{ kind: 'litres_filling', at: sold.body.data.at }]);
    const bad = { rules: [{ kind: 'litres_filling', value: -1 }] };
    expect((await api.put(`/api/v1${path}`, { headers: given.headers, json: bad })).status).toBe(400);
    const strange = await api.get('/api/v1/sandbox/cards/999999/rules', { headers: given.headers });
    expect(strange.status).toBe(404);
  });
});

describe('a webhook of a sandbox', () => {
  test('a sandbox webhook is made by an admin, sends, shows its log, and is removed', async () => {
    const receiver = await startReceiver();
    const { token } = ours.admin;
    const json = { url: receiver.url, types: ['operation.created'] };
    // A webhook begins at the events of transactions that still write, those of earlier tests too.
    await waitForAnnouncedEvents(api);
    const made = await api.post('/api/sandbox/webhooks', { token, json });
    expect([made.status, made.body.message]).toEqual([200, made.body.message]);
    const { id, secret } = made.body.data;
    receiver.trust(secret);
    await send('/purchases', fuelling(given.cards[2]!.id));
    await waitForAnnouncedEvents(api);
    await planDeliveries(api.ctx);
    await sendDeliveries(api.ctx, id);
    expect(receiver.got).toHaveLength(1);
    const path = `/api/sandbox/webhooks/${id}`;
    const sent = (await api.get(`${path}/deliveries`, { token })).body.data;
    expect(sent).toMatchObject([{ type: 'operation.created', state: 'delivered', status: 204 }]);
    const again = await api.post(`/api/sandbox/webhooks/deliveries/${sent[0].id}/replay`, {
      token,
      json: {},
    });
    expect(again.status).toBe(200);
    await sendDeliveries(api.ctx, id);
    expect(receiver.got.map((got) => got.id)).toEqual([receiver.got[0]!.id, receiver.got[0]!.id]);
    expect((await api.post(`${path}/rotate`, { token, json: {} })).body.data.secret).not.toBe(secret);
    expect((await api.post(`${path}/resume`, { token, json: {} })).status).toBe(200);
    expect((await api.get('/api/sandbox', { token })).body.data.webhooks).toMatchObject([{ id }]);
    expect((await api.get('/api/webhooks', { token })).body.data).toEqual([]);
    expect((await api.delete(`/api/webhooks/${id}`, { token })).status).toBe(404);
    expect((await api.delete(path, { token })).status).toBe(200);
    expect((await api.get('/api/sandbox', { token })).body.data.webhooks).toEqual([]);
    const log = (await api.get('/api/audit', { token })).body.data as { action: string }[];
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['webhook-created', 'webhook-rotated', 'removeSandboxWebhook']),
    );
    receiver.stop();
  });

  test('a sandbox webhook is neither for a manager nor for another company', async () => {
    const json = { url: 'https://example.ru/', types: ['card.changed'] };
    const made = await api.post('/api/sandbox/webhooks', { token: ours.admin.token, json });
    const path = `/api/sandbox/webhooks/${made.body.data.id}`;
    const manager = await givenPerson(api, { companyId: ours.id, role: 'manager' });
    expect((await api.post('/api/sandbox/webhooks', { token: manager.token, json })).status).toBe(403);
    await givenSandbox(api, theirs);
    expect((await api.delete(path, { token: theirs.admin.token })).status).toBe(404);
    const { status } = await api.get(`${path}/deliveries`, { token: theirs.admin.token });
    expect(status).toBe(404);
  });
});

test('a sandbox is made so many times a day, and the refusal says when the next may be', async () => {
  const company = await givenCompany(api);
  const { token } = company.admin;
  await api.post('/api/sandbox', { token, json: {} });
  const reset = () => api.post('/api/sandbox/reset', { token, json: {} });
  for (let made = 1; made < SANDBOXES_A_DAY; made += 1) expect((await reset()).status).toBe(200);
  const refused = await reset();
  expect(refused.status).toBe(429);
  expect(refused.body.message).toMatch(/^За сутки песочницу создают не больше 20 раз\. Повторите /);
  expect((await api.delete('/api/sandbox', { token })).status).toBe(200);
  expect((await api.post('/api/sandbox', { token, json: {} })).status).toBe(429);
  api.clock.advanceSeconds(86_401);
  expect((await api.post('/api/sandbox', { token, json: {} })).status).toBe(200);
});
