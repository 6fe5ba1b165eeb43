import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  readUnallocated,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { listNotices, sendDueNotices } from '../../../testing/notices.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

const KEY = 'network-2-asks-the-portal-0001';
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

let api: TestApi;
let owner: GivenPerson;
let treasurer: GivenPerson;
let company: GivenCompany;
let operationId: number;
let serial = 0;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_2_INBOUND_KEY: KEY } });
  owner = await givenPerson(api, { staffRole: 'owner' });
  treasurer = await givenPerson(api, { staffRole: 'treasurer' });
});
afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});
beforeEach(async () => {
  company = await givenCompany(api, { unallocatedKopecks: 1_000_00 });
  operationId = await givenPurchase();
});

/** Sells 40 litres for 2 400 rubles after the network has asked. Returns the operation's id. */
async function givenPurchase(): Promise<number> {
  serial += 1;
  const card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
  const sale = { litres: 40, sum: 2400, request_id: `disputed-${serial}` };
  const headers = { 'x-network-key': KEY };
  const asked = { ...sale, card_number: card.number, station: 'АЗС № 1, М-4 «Дон»', goods: 301 };
  expect((await api.post('/api/network/v1/authorise', { json: asked, headers })).body.data.approved).toBe(
    true,
  );
  await api.post('/api/network/v1/settle', { json: sale, headers });
  const [found] = await rows<{ id: number }>(
    api.ctx.db.system,
    sql`select id from operation where card_id = ${card.id} and type_id = 11`,
  );
  return found?.id ?? 0;
}

const post = (path: string, json: object = {}, who = company.admin) =>
  api.post(path, { token: who.token, json });
const open = (id = operationId, who = company.admin) =>
  post(`/api/operations/${id}/dispute`, { kind: 'other-litres', text: 'На чеке 30 литров' }, who);
const list = async (who = company.admin) => (await api.get('/api/disputes', { token: who.token })).body;
const accept = (id: number, sum: number, who = treasurer) =>
  post(`/staff/api/disputes/${id}/accept`, { sum, answer: 'Сеть подтвердила ошибку' }, who);

test('a dispute has what the portal knows of the purchase, a term and a number', async () => {
  const { status, body } = await open();
  expect([status, body.message]).toEqual([200, undefined]);
  expect(body.data).toMatchObject({
    kind: 'other-litres',
    state: 'open',
    due: '2026-09-25',
    operation: { id: operationId, litres: 40, sum: 2400 },
    photo: null,
  });
  expect(body.data.evidence.join(' ')).toMatch(/Сеть спросила портал .*М-4.*отпущено 40/);
  expect((await list()).data).toMatchObject([{ id: body.data.id }]);
  expect((await open()).status).toBe(409);
});

test('a dispute has the place of the truck in Russian, with the minute in Moscow', async () => {
  await rows(
    api.ctx.db.system,
    sql`with sale as (select * from operation where id = ${operationId}),
      truck as (
        insert into vehicle (company_id, plate, brand, fuel, tank_centilitres, created_at)
        select company_id, 'А123ВС77', 'Volvo', 3, 60000, sold_at from sale returning id, company_id
      ), riding as (
        insert into card_on_vehicle (company_id, card_id, vehicle_id, since)
        select sale.company_id, card_id, truck.id, sold_at - interval '1 day' from sale, truck
      )
      insert into vehicle_position (company_id, vehicle_id, at, lat, lon, source)
      select sale.company_id, truck.id, sold_at - interval '5 minutes', 55.649444, 37.09201, 'file' from sale, truck`,
  );
  expect((await open()).body.data.evidence).toContainEqual(
    expect.stringMatching(/^\d\d\.09\.2026 \d\d:\d\d МСК машина была в точке 55,64944, 37,09201\.$/),
  );
});

test('a dispute is a step of the month of its purchase until it ends', async () => {
  const readStep = async (month = '2026-09') =>
    (await api.get(`/api/months/${month}`, { token: company.admin.token })).body.data.find(
      ({ key }: { key: string }) => key === 'disputes',
    );
  expect(await readStep()).toBeUndefined();
  const { id } = (await open()).body.data;
  expect(await readStep()).toMatchObject({
    done: false,
    title: expect.stringMatching(/: 1\sспор о покупках$/),
    href: '/cabinet/disputes',
  });
  expect(await readStep('2026-08')).toBeUndefined();
  expect((await post(`/api/disputes/${id}/withdraw`)).status).toBe(200);
  expect(await readStep()).toMatchObject({ done: true, title: 'Споры о покупках закончены: 1' });
});

test('a specialist reads disputes and opens none, another company finds none', async () => {
  const { id } = (await open()).body.data;
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await list(specialist)).data).toHaveLength(1);
  expect((await open(operationId, specialist)).status).toBe(403);
  const { admin } = await givenCompany(api);
  expect((await open(operationId, admin)).status).toBe(404);
  expect((await post(`/api/disputes/${id}/withdraw`, {}, admin)).status).toBe(404);
  expect((await list(admin)).data).toEqual([]);
  expect((await api.get('/api/disputes')).status).toBe(401);
});

test('a kind that there is not and an empty text are refused', async () => {
  const path = `/api/operations/${operationId}/dispute`;
  expect((await post(path, { kind: 'x', text: 'a' })).body.error_messages).toHaveProperty('kind');
  expect((await post(path, { kind: 'doubled', text: ' ' })).body.error_messages).toHaveProperty('text');
});

test('a photo is stored by its content and read by both sides alone', async () => {
  const { id } = (await open()).body.data;
  const upload = (bytes: Buffer) => {
    const form = new FormData();
    form.set('photo', new Blob([new Uint8Array(bytes)]), 'чек.png');
    return fetch(`${api.url}/api/disputes/${id}/photo`, {
      method: 'POST',
      headers: { 'x-auth-token': company.admin.token },
      body: form,
    });
  };
  expect((await upload(Buffer.from('text'))).status).toBe(400);
  const stored = await upload(PNG);
  expect((await stored.json()).data.photo).toBe('чек.png');
  const path = `/api/disputes/${id}/photo`;
  expect((await api.get(path, { token: company.admin.token })).bytes).toEqual(PNG);
  expect((await api.get(`/staff${path}`, { token: owner.token })).bytes).toEqual(PNG);
  const { admin } = await givenCompany(api);
  expect((await api.get(path, { token: admin.token })).status).toBe(404);
});

test('staff send many to their networks once and decline one with an answer', async () => {
  const { id } = (await open()).body.data;
  const send = () => post('/staff/api/disputes/sent', { ids: [id, 999_999] }, owner);
  expect((await send()).body.data).toEqual({ sent: 1 });
  expect((await send()).body.data).toEqual({ sent: 0 });
  expect((await list()).data).toMatchObject([{ state: 'at-network', sent_at: expect.any(String) }]);
  const declined = await post(
    `/staff/api/disputes/${id}/decline`,
    { answer: 'Чек показывает 40 литров' },
    owner,
  );
  expect(declined.body.data).toMatchObject({ state: 'declined', company: { id: company.id } });
  expect((await list()).data).toMatchObject([{ state: 'declined', answer: 'Чек показывает 40 литров' }]);
  expect((await post(`/api/disputes/${id}/withdraw`)).status).toBe(409);
  await sendDueNotices(api);
  expect(await listNotices(api, company.admin)).toMatchObject([
    { kind: 'dispute-answered', text: 'Ответ сети: Чек показывает 40 литров' },
  ]);
});

test('the queue has the oldest first, and ended ones after the open ones', async () => {
  const first = (await open()).body.data.id;
  const second = (await open(await givenPurchase())).body.data.id;
  await post(`/api/disputes/${first}/withdraw`);
  const third = (await open()).body.data.id;
  const path = `/staff/api/disputes?q=${company.inn}`;
  const queue = (await api.get(path, { token: owner.token })).body.data;
  expect(queue.map(({ id }: { id: number }) => id)).toEqual([second, third, first]);
  expect((await api.get(path, { token: company.admin.token })).status).toBe(404);
});

test('money goes back once, when a second member confirms it', async () => {
  const { id } = (await open()).body.data;
  expect((await accept(id, 2400.01)).body.error_messages).toHaveProperty('sum');
  expect((await accept(id, 600, await givenPerson(api, { staffRole: 'operator' }))).status).toBe(403);
  const proposed = await accept(id, 600);
  expect(proposed.status).toBe(202);
  expect(await readUnallocated(api, company)).toBe(1000);
  const path = `/staff/api/approvals/${proposed.body.data.approval.id}/confirm`;
  expect((await post(path, {}, treasurer)).status).toBe(403);
  expect((await post(path, {}, owner)).body.data.outcome).toMatchObject({ state: 'accepted', refund: 600 });
  expect(await readUnallocated(api, company)).toBe(1600);
  expect((await list()).data).toMatchObject([{ state: 'accepted', refund: 600 }]);
  expect((await accept(id, 600)).status).toBe(409);
});

test('a second dispute of a purchase gives back no more than what is left of it', async () => {
  const confirm = async (proposed: ApiResponse) => {
    expect(proposed.status).toBe(202);
    return (await post(`/staff/api/approvals/${proposed.body.data.approval.id}/confirm`, {}, owner)).status;
  };
  expect(await confirm(await accept((await open()).body.data.id, 600))).toBe(200);
  const { id } = (await open()).body.data;
  expect((await accept(id, 1800.01)).body.error_messages).toEqual({
    sum: [expect.stringMatching(/не больше 1\s800,00/)],
  });
  expect(await confirm(await accept(id, 1800))).toBe(200);
  const third = await accept((await open()).body.data.id, 1);
  expect([third.status, third.body.message]).toEqual([409, expect.stringContaining('уже возвращены')]);
  expect(await readUnallocated(api, company)).toBe(1000 + 2400);
});

const hold = (id: number, sum: number, who = treasurer) =>
  post(`/staff/api/disputes/${id}/hold`, { sum }, who);
const readOnHold = async () => (await api.get('/staff/api/books', { token: owner.token })).body.data.disputes;

test('money is on hold from the press of staff to the refusal, and both sides see it', async () => {
  const { id } = (await open()).body.data;
  const before = await readOnHold();
  expect((await hold(id, 2400.01)).body.error_messages).toHaveProperty('sum');
  expect((await hold(id, 0)).body.error_messages).toHaveProperty('sum');
  expect((await hold(id, 900, await givenPerson(api, { staffRole: 'operator' }))).status).toBe(403);
  expect((await hold(999_999, 900)).status).toBe(404);
  expect((await hold(id, 900)).body.data).toMatchObject({ state: 'open', held: 900 });
  expect((await list()).data).toMatchObject([{ held: 900 }]);
  const again = await hold(id, 900);
  expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/уже отложено 900/)]);
  expect(await readOnHold()).toBe(before + 900);
  // It is not the client's until the answer: neither the balance nor the funds change.
  expect(await readUnallocated(api, company)).toBe(1000);
  await expectBooksToAgree(api);
  await post(`/staff/api/disputes/${id}/decline`, { answer: 'Чек показывает 40 литров' }, owner);
  expect((await list()).data).toMatchObject([{ state: 'declined', held: null }]);
  expect(await readOnHold()).toBe(before);
  expect((await hold(id, 900)).status).toBe(409);
  const what = sql<{ what: string; company_id: number }>`
    select what, company_id from audit_event where what = 'dispute-held' and details->>'disputeId' = ${String(id)}`;
  expect(await rows(api.ctx.db.system, what)).toEqual([{ what: 'dispute-held', company_id: company.id }]);
});

test('money on hold is free when the refund is booked or the dispute is taken back', async () => {
  const before = await readOnHold();
  const { id } = (await open()).body.data;
  const requestKey = {
    token: treasurer.token,
    json: { sum: 2400 },
    headers: { 'idempotency-key': `hold-${id}` },
  };
  const holds = await Promise.all([1, 2].map(() => api.post(`/staff/api/disputes/${id}/hold`, requestKey)));
  expect(holds.map(({ status }) => status)).toEqual([200, 200]);
  expect(await readOnHold()).toBe(before + 2400);
  const proposed = await accept(id, 600);
  const path = `/staff/api/approvals/${proposed.body.data.approval.id}/confirm`;
  expect((await post(path, {}, owner)).status).toBe(200);
  expect([await readOnHold(), await readUnallocated(api, company)]).toEqual([before, 1600]);
  const next = (await open()).body.data.id;
  expect((await hold(next, 1800.01)).body.error_messages).toHaveProperty('sum');
  expect((await hold(next, 1800)).status).toBe(200);
  expect((await post(`/api/disputes/${next}/withdraw`)).body.data).toMatchObject({
    state: 'withdrawn',
    held: null,
  });
  expect([await readOnHold(), await readUnallocated(api, company)]).toEqual([before, 1600]);
});

test('a sum that its network has refunded is not given back again', async () => {
  const card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
  const at = api.clock.now().toISOString();
  await givenSales(api, card, [
    { id: 'refunded-purchase', sum: 2400_00, at },
    { refund: true, refundOf: 'refunded-purchase', sum: 2000_00, at },
  ]);
  const bought = await rows<{ id: number }>(
    api.ctx.db.system,
    sql`select id from operation where external_id = 'refunded-purchase'`,
  );
  const { id } = (await open(bought[0]?.id)).body.data;
  expect((await accept(id, 400.01)).body.error_messages).toHaveProperty('sum');
  expect((await accept(id, 400)).status).toBe(202);
});

test('a purchase can be disputed for 60 days', async () => {
  api.clock.advanceSeconds(61 * 86_400);
  expect((await open()).body.message).toMatch(/в течение 60 дней/);
});
