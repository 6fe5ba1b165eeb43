import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_STATUS, PARTNER } from '#contract/ids.ts';
import { BULK_CARDS_MAX } from '#contract/limits.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';

let api: TestApi;
let company: GivenCompany;
beforeAll(async () => {
  api = await startApi();
  company = await givenCompany(api);
});
afterAll(() => api.stop());

const bulk = (action: string, json: object, token = company.admin.token) =>
  api.post(`/api/card/bulk/${action}`, { token, json });

test('§4.5 §4.8 among many cards a refused one stops no other, and no card changes the wrong way', async () => {
  const active = await givenCard(api, company.id);
  const blocked = await givenCard(api, company.id, { statusId: CARD_STATUS.blocked });
  const fresh = await givenCard(api, company.id, { statusId: CARD_STATUS.notSetUp });
  const foreign = await givenCard(api, (await givenCompany(api)).id);
  const ids = [active.id, blocked.id, fresh.id, foreign.id, 999_999_999, active.id];
  const { status, body } = await bulk('status', { ids, blocked: true });
  expect(status).toBe(200);
  expect(body.data.results).toEqual([
    { id: active.id, ok: true, waiting: true },
    { id: blocked.id, ok: false, waiting: false, message: 'Карта уже заблокирована' },
    {
      id: fresh.id,
      ok: false,
      waiting: false,
      message: 'Карта ещё не настроена: сначала выберите виды топлива',
    },
    { id: foreign.id, ok: false, waiting: false, message: 'Карта не найдена' },
    { id: 999_999_999, ok: false, waiting: false, message: 'Карта не найдена' },
  ]);
  const again = await bulk('status', { ids: [active.id], blocked: false });
  expect(again.body.data.results[0].message).toBe(
    'Сеть ещё не подтвердила прежнюю блокировку или разблокировку',
  );
  const untouched = await api.get(`/api/card/${blocked.id}`, { token: company.admin.token });
  expect(untouched.body.data.inProgressOperations).toEqual([]);
});

test('§5.31 a limit for many cards stays in its network, and goods make a new card active', async () => {
  const own = await givenCard(api, company.id, { partnerId: PARTNER.gpn });
  const other = await givenCard(api, company.id, { partnerId: PARTNER.rn, statusId: CARD_STATUS.notSetUp });
  const ids = [own.id, other.id];
  const limited = await bulk('limit', {
    ids,
    unit_count: '1 500,50',
    unit_type: 'sum',
    period: 'P1D',
    goodsGroups: [],
  });
  expect(limited.body.data.results).toEqual([
    { id: own.id, ok: true, waiting: false },
    { id: other.id, ok: false, waiting: false, message: 'Для карт этой сети лимит не задаётся' },
  ]);
  const goods = await bulk('goods', { ids, cg_ids: [301] });
  expect(goods.body.data.results.map((result: { ok: boolean }) => result.ok)).toEqual([true, true]);
  const read = await api.get(`/api/card/${other.id}`, { token: company.admin.token });
  expect(read.body.data.status.id).toBe(CARD_STATUS.active);
  const none = await bulk('goods', { ids: [own.id], cg_ids: [] });
  expect(none.body.data.results[0].message).toBe('Выберите хотя бы один вид топлива');
});

// Six cards sequentially, each with its own timeout, would take twenty seconds.
test('a silent network does not make many cards wait one after another', { timeout: 19_000 }, async () => {
  const timeoutMs = api.ctx.config.networkPatienceMs;
  api.ctx.config.networkPatienceMs = 5000;
  api.setMood(() => 'never');
  const cards = await Promise.all(Array.from({ length: 20 }, () => givenCard(api, company.id)));
  const { body } = await bulk('goods', { ids: cards.map((card) => card.id), cg_ids: [301] });
  api.setMood(() => undefined);
  api.ctx.config.networkPatienceMs = timeoutMs;
  expect(
    body.data.results.every((result: { ok: boolean; waiting: boolean }) => result.ok && result.waiting),
  ).toBe(true);
});

test('§5.31 cards of which the network says nothing hide no refusal of another one', async () => {
  const timeoutMs = api.ctx.config.networkPatienceMs;
  api.ctx.config.networkPatienceMs = 5000;
  const cards = await Promise.all(
    Array.from({ length: 12 }, () => givenCard(api, company.id, { partnerId: PARTNER.gpn })),
  );
  const last = cards.at(-1) as (typeof cards)[number];
  api.setMood((command) =>
    'cardNumber' in command && command.cardNumber === last.number ? 'refuse' : 'never',
  );
  const ids = cards.map((card) => card.id);
  const { body } = await bulk('limit', { ids, unit_count: 5, unit_type: 'sum', period: 'P1D' });
  api.setMood(() => undefined);
  api.ctx.config.networkPatienceMs = timeoutMs;
  expect(body.data.results.slice(0, -1)).toEqual(
    ids.slice(0, -1).map((id) => ({ id, ok: true, waiting: true })),
  );
  expect(body.data.results.at(-1)).toMatchObject({ id: last.id, ok: false, waiting: false });
});

test('§4.9 a specialist, a user without company or agreement can’t change many cards', async () => {
  const card = await givenCard(api, company.id);
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await bulk('status', { ids: [card.id], blocked: true }, specialist.token)).status).toBe(403);
  expect((await bulk('status', { ids: [card.id], blocked: true }, '')).status).toBe(401);
  const early = await givenCompany(api, { termsAccepted: false });
  expect((await bulk('status', { ids: [card.id], blocked: true }, early.admin.token)).status).toBe(403);
});

test('calls 1: a form that names one card changes it as JSON would', async () => {
  const card = await givenCard(api, company.id, { partnerId: PARTNER.gpn });
  const { token } = company.admin;
  const limit = { unit_count: 5, unit_type: 'sum', period: 'P1D' };
  for (const [action, input] of [
    ['goods', { cg_ids: 301 }],
    ['limit', limit],
    ['status', { blocked: 1 }],
  ] as const) {
    const answer = await api.post(`/api/card/bulk/${action}`, { token, form: { ids: card.id, ...input } });
    expect(answer.body.data?.results, action).toMatchObject([{ id: card.id, ok: true }]);
  }
});

test('malformed lists of cards are refused', async () => {
  const tooMany = Array.from({ length: BULK_CARDS_MAX + 1 }, (_, index) => index + 1);
  for (const ids of [undefined, [], 'x', ['x'], [0], [1.5], tooMany]) {
    const { status, body } = await bulk('status', { ids, blocked: true });
    expect([status, Object.keys(body.error_messages ?? {})[0]?.split('.')[0]]).toEqual([400, 'ids']);
  }
  expect((await bulk('status', { ids: [1], blocked: 'maybe' })).status).toBe(400);
  expect((await bulk('limit', { ids: [1], unit_type: 'x', period: 'P1D' })).status).toBe(400);
});
