import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { CARD_STATUS, PARTNER } from '#contract/ids.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';
import { listNotices, sendDueNotices } from '../../../testing/notices.ts';
import { approveOrder } from '../orders/approve-order.ts';
import { issueCards } from '../orders/issue-cards.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  // No network is asked, so there is no use waiting for an answer.
  api = await startApi({ secondPersonConfirms: true, jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
  staff = await givenStaff(api);
});
afterAll(() => api?.stop());

const TODAY = '2026-09-15';
let serial = 0;

/** The network issues all cards of an item. */
async function issue(itemId: number, isVirtual: boolean): Promise<void> {
  const item = await getOnlyRow(
    api.ctx.db.system,
    sql<{ requestId: string; count: number }>`
      select network_request_id as "requestId", cards_cnt as count from card_request_item where id = ${itemId}`,
  );
  const cards = Array.from({ length: item.count }, () => {
    serial += 1;
    return { number: `70058866${String(serial).padStart(8, '0')}`, isVirtual };
  });
  await issueCards(api.ctx, item.requestId, cards);
}

async function givenIssued(
  company: GivenCompany,
  { isVirtual = false, count = 2 }: { isVirtual?: boolean; count?: number } = {},
): Promise<number> {
  const { id, itemIds } = await givenOrder(api, company.admin, [{ partner: PARTNER.gpn, count }]);
  await approveOrder(api.ctx, id);
  for (const itemId of itemIds) await issue(itemId, isVirtual);
  return id;
}

async function readDelivery({ admin }: GivenCompany, id: number) {
  const reply = await api.get(`/api/cardsRequest/${id}`, { token: admin.token });
  expect(reply.status).toBe(200);
  return reply.body.data.delivery;
}

function send(ids: number[], more: object = {}, by = staff): Promise<ApiResponse> {
  const json = { ids, carrier: 'СДЭК', tracking: '10045678', sent: TODAY, ...more };
  return api.post('/staff/api/shipments/sent', { token: by.token, json });
}

function deliver(ids: number[], delivered = TODAY): Promise<ApiResponse> {
  return api.post('/staff/api/shipments/delivered', { token: staff.token, json: { ids, delivered } });
}

function receive({ token }: GivenPerson, id: number): Promise<ApiResponse> {
  return api.post(`/api/cardsRequest/${id}/received`, { token, json: {} });
}

async function listed(state: string, id: number) {
  const { body } = await api.get(`/staff/api/shipments?state=${state}&q=${id}`, { token: staff.token });
  return body.data.find((row: { request_id: number }) => row.request_id === id);
}

/** Sets whether cards wait for their receipt while `work` runs. */
async function withActivation(work: () => Promise<void>): Promise<void> {
  const set = (activates: boolean) =>
    api.post('/staff/api/card-stock/settings', {
      token: staff.token,
      json: { activates_on_receipt: activates, low_below: 50 },
    });
  expect((await set(true)).body.data.activates_on_receipt).toBe(true);
  await work();
  expect((await set(false)).body.data.activates_on_receipt).toBe(false);
}

async function setUp({ admin }: GivenCompany, orderId: number): Promise<ApiResponse> {
  const card = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`
      select card.id from card join card_request_item item on item.id = card.request_item_id
      where item.request_id = ${orderId} order by card.id limit 1`,
  );
  const goods = await api.get('/api/goodsGroups', { token: admin.token });
  expect(goods.status).toBe(200);
  const { data } = (await api.get(`/api/card/${card.id}`, { token: admin.token })).body;
  const ids = data.goods.map((item: { cg_id: number }) => item.cg_id);
  return api.post(`/api/card/${card.id}/setGoods`, { token: admin.token, json: { cg_ids: ids } });
}

test('plastic cards go from the list to the client, who is notified once', async () => {
  const company = await givenCompany(api);
  const id = await givenIssued(company);
  expect(await readDelivery(company, id)).toMatchObject({ state: 'to-send', activates: false });
  expect(await listed('to-send', id)).toMatchObject({
    cards: 2,
    networks: 'Газпромнефть 2',
    company: { id: company.id },
    phone: company.admin.phone,
  });
  expect((await send([id])).body.data).toEqual({ sent: [id] });
  expect(await readDelivery(company, id)).toMatchObject({
    state: 'sent',
    carrier: 'СДЭК',
    tracking: '10045678',
    sent: TODAY,
  });
  expect((await send([id], { tracking: '20045678' })).status).toBe(200);
  await sendDueNotices(api);
  const notices = (await listNotices(api, company.admin)).filter(({ kind }) => kind === 'cards-sent');
  expect(notices).toMatchObject([{ text: expect.stringContaining('СДЭК, номер отправления 10045678') }]);
  expect((await deliver([id])).body.data).toEqual({ delivered: [id] });
  expect(await readDelivery(company, id)).toMatchObject({ state: 'delivered', tracking: '20045678' });
  for (let twice = 0; twice < 2; twice += 1)
    expect((await receive(company.admin, id)).body.data.delivery).toMatchObject({ state: 'received' });
  expect(await listed('received', id)).toBeDefined();
  expect((await send([id])).status).toBe(409);
  const audited = await rows<{ what: string }>(
    api.ctx.db.system,
    sql`select what from audit_event where company_id = ${company.id} and what like 'cards-%' order by id`,
  );
  expect(audited.map(({ what }) => what)).toEqual([
    'cards-sent',
    'cards-sent',
    'cards-delivered',
    'cards-received',
  ]);
});

test('many orders are sent at once, all or none', async () => {
  const company = await givenCompany(api);
  const ids = [await givenIssued(company), await givenIssued(company)];
  expect((await send([...ids, 999_999])).status).toBe(404);
  expect((await readDelivery(company, ids[0] ?? 0)).state).toBe('to-send');
  expect((await send(ids, { tracking: '' })).body.data.sent).toEqual(ids);
  expect(await readDelivery(company, ids[1] ?? 0)).toMatchObject({ state: 'sent', tracking: null });
});

test('virtual cards and cards that are not issued are not sent', async () => {
  const company = await givenCompany(api);
  const id = await givenIssued(company, { isVirtual: true });
  expect(await readDelivery(company, id)).toBeUndefined();
  expect((await send([id])).status).toBe(404);
  expect((await receive(company.admin, id)).status).toBe(409);
  const ordered = await givenOrder(api, company.admin);
  expect(await readDelivery(company, ordered.id)).toBeUndefined();
});

test('days that are ahead or in the wrong order are refused', async () => {
  const company = await givenCompany(api);
  const id = await givenIssued(company);
  expect((await send([id], { sent: '2026-09-16' })).body.error_messages).toHaveProperty('sent');
  expect((await deliver([id])).status).toBe(409);
  expect((await send([id])).status).toBe(200);
  expect((await deliver([id], '2026-09-14')).body.error_messages).toHaveProperty('delivered');
  expect((await send([id], { carrier: '' })).body.error_messages).toHaveProperty('carrier');
  expect((await send([])).body.error_messages).toHaveProperty('ids');
});

test('cards are set up before their receipt unless the programme decides otherwise', async () => {
  const company = await givenCompany(api);
  const id = await givenIssued(company);
  expect((await setUp(company, id)).body.data.status.id).toBe(CARD_STATUS.active);
});

test('cards that wait for their receipt are set up once the client has confirmed it', async () => {
  const company = await givenCompany(api);
  await withActivation(async () => {
    const id = await givenIssued(company);
    expect(await readDelivery(company, id)).toMatchObject({ state: 'to-send', activates: true });
    const refused = await setUp(company, id);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Карты получены')]);
    expect((await receive(company.admin, id)).body.data.delivery).toMatchObject({
      state: 'received',
      activates: false,
    });
    expect((await setUp(company, id)).body.data.status.id).toBe(CARD_STATUS.active);
    const virtual = await givenIssued(company, { isVirtual: true });
    expect((await setUp(company, virtual)).status).toBe(200);
  });
});

test('blank cards are counted from the first batch, and few of them are shown', async () => {
  const read = async () => {
    const { body } = await api.get('/staff/api/card-stock', { token: staff.token });
    return body.data.networks.find((row: { partner_id: number }) => row.partner_id === PARTNER.gpn);
  };
  const enter = (more: object) =>
    api.post('/staff/api/card-stock', {
      token: staff.token,
      json: { partner_id: PARTNER.gpn, count: 60, day: TODAY, ...more },
    });
  const company = await givenCompany(api);
  expect(await read()).toMatchObject({ left: null, low: false });
  expect((await enter({ note: 'Партия завода' })).status).toBe(200);
  expect(await read()).toMatchObject({ received: 60, sent: 0, left: 60, low: false });
  api.clock.advanceSeconds(1);
  await send([await givenIssued(company, { count: 3 })]);
  expect(await read()).toMatchObject({ sent: 3, left: 57 });
  expect((await enter({ count: 10, written_off: true, note: 'Брак' })).status).toBe(200);
  expect(await read()).toMatchObject({ left: 47, low: true });
  expect((await enter({ partner_id: 99 })).body.error_messages).toHaveProperty('partner_id');
  expect((await enter({ day: '2026-12-01' })).body.error_messages).toHaveProperty('day');
  expect((await enter({ count: 0 })).body.error_messages).toHaveProperty('count');
});

test('only the company’s own people confirm, and only staff who run orders send', async () => {
  const company = await givenCompany(api);
  const id = await givenIssued(company);
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  const another = await givenCompany(api);
  expect((await receive(specialist, id)).status).toBe(403);
  expect((await receive(another.admin, id)).status).toBe(404);
  for (const staffRole of ['auditor', 'support', 'treasurer'] as const) {
    const member = await givenPerson(api, { staffRole });
    expect((await send([id], {}, member)).status).toBe(403);
    expect((await api.get('/staff/api/shipments', { token: member.token })).status).toBe(200);
  }
  expect((await send([id], {}, company.admin)).status).toBe(404);
  expect((await api.get('/staff/api/card-stock', { token: company.admin.token })).status).toBe(404);
});
