import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';
import { givenOrder, order } from '../../../testing/givens/given-order.ts';
import { approveOrder } from '../../orders/orders/approve-order.ts';
import { askForCards } from '../../orders/orders/ask-for-cards.ts';
import { pollOrders } from '../../orders/orders/waiting-orders.ts';

/** The portal while its networks had settings, and the same database without them. */
let before: TestApi;
let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  before = await startApi({ jobs: false });
  const { databaseUrl, clock } = before;
  api = await startApi({ jobs: false, noNetworks: true, databaseUrl, overrides: { clock } });
  staff = await givenStaff(api);
});
afterAll(async () => {
  await api?.stop();
  await before.stop();
});

const NOT_CONNECTED = 'Сеть «Газпромнефть» не подключена: на сервере нет настроек с ключами этой сети';

const decide = (id: number, decision: string, json: object = {}): Promise<ApiResponse> =>
  api.post(`/staff/api/requests/${id}/${decision}`, { token: staff.token, json });

test('networks without settings are switched off for clients and for staff', async () => {
  const { admin } = await givenCompany(api);
  const offered = await api.get('/api/partner', { token: admin.token });
  expect(offered.body.data.map(({ active }: { active: boolean }) => active)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  const shown = await api.get('/staff/api/partners', { token: staff.token });
  for (const item of shown.body.data) expect(item).toMatchObject({ active: false, connected: false });
  const on = await api.put(`/staff/api/partners/${PARTNER.gpn}`, {
    token: staff.token,
    json: { active: true },
  });
  expect(on.status).toBe(400);
  expect(on.body.message).toBe('Сеть не включить: на сервере нет настроек с ключами этой сети');
});

test('cards of a network without settings cannot be ordered', async () => {
  const { admin } = await givenCompany(api);
  const refused = await order(api, admin, { items: [{ partner: PARTNER.gpn, count: 1 }] });
  expect(refused.status).toBe(400);
  expect(refused.body.error_messages?.item?.[0]).toContain('скоро будет подключена');
});

test('an order made before its network lost its settings is not approved but rejected', async () => {
  const { admin } = await givenCompany(before);
  const { id } = await givenOrder(before, admin, [{ partner: PARTNER.gpn, count: 1 }]);
  const preview = await api.get(`/staff/api/requests/${id}/preview?decision=approve`, { token: staff.token });
  expect(preview.body.data.problem).toContain(NOT_CONNECTED);
  const approved = await decide(id, 'approve');
  expect(approved.status).toBe(409);
  expect(approved.body.message).toContain(NOT_CONNECTED);
  expect((await decide(id, 'reject', { reason: 'Сеть не подключена' })).status).toBe(200);
});

test('an approved order whose network was never called returns with the reason', async () => {
  const { admin } = await givenCompany(before);
  const { id, itemIds } = await givenOrder(before, admin, [{ partner: PARTNER.gpn, count: 1 }]);
  await approveOrder(before.ctx, id);
  await askForCards(api.ctx, itemIds[0]!);
  const shown = await api.get(`/staff/api/requests/${id}`, { token: staff.token });
  expect(shown.body.data).toMatchObject({
    can_withdraw: true,
    issue_problem: 'Газпромнефть: Сеть не подключена: на сервере нет настроек с ключами этой сети',
  });
  expect((await decide(id, 'withdraw', { reason: 'Сеть не подключена' })).status).toBe(200);
});

test('staff end an order stuck at a network without settings, then withdraw it', async () => {
  const { admin } = await givenCompany(before);
  const { id, itemIds } = await givenOrder(before, admin, [{ partner: PARTNER.gpn, count: 1 }]);
  await approveOrder(before.ctx, id);
  await sql`update card_request_item set attempts = 7 where id = ${itemIds[0]}`.execute(api.ctx.db.system);
  before.clock.advanceSeconds(20 * 60);
  await pollOrders(api.ctx);
  await askForCards(api.ctx, itemIds[0]!);
  const settled = await api.post(`/staff/api/unsettled/order/${itemIds[0]}/settle`, {
    token: staff.token,
    json: { executed: false, reason: 'Сеть не подключена' },
  });
  expect(settled.body.message ?? settled.status).toBe(200);
  expect((await decide(id, 'withdraw', { reason: 'Сеть не подключена' })).status).toBe(200);
});
