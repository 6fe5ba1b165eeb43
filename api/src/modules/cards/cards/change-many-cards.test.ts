import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_STATUS, PARTNER } from '#contract/ids.ts';
import { BULK_CARDS_MAX } from '#contract/limits.ts';
import type { NetworkCommand } from '../../../gateways/fuel-network/fuel-network.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
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

/** Longer than any test: only what a test does itself ends a wait for a network. */
const FOREVER_MS = 2_000_000_000;

/** Sends the call of many cards without an end to its wait. `ended` ends the wait, as a lost connection would. */
function postUntilAborted(action: string, json: object) {
  const timeoutMs = api.ctx.config.networkTimeoutMs;
  api.ctx.config.networkTimeoutMs = FOREVER_MS;
  let isAnswered = false;
  const answer = bulk(action, json).finally(() => (isAnswered = true));
  async function ended() {
    await expect
      .poll(async () => {
        await askOwner(
          api,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name like 'magistral listens to changed %'`,
        );
        return isAnswered;
      })
      .toBe(true);
    api.ctx.config.networkTimeoutMs = timeoutMs;
    return answer;
  }
  return { ended };
}

/** Returns how many of the cards have a choice in this state. */
async function countChoices(cards: readonly GivenCard[], state: 'waiting' | 'refused'): Promise<number> {
  const [row] = await askOwner<{ count: number }>(
    api,
    'select count(*)::int as count from card_change where card_id = any($1) and state = $2',
    [cards.map(({ id }) => id), state],
  );
  return row?.count ?? 0;
}

const has = (cards: readonly GivenCard[], command: NetworkCommand): boolean =>
  'cardNumber' in command && cards.some(({ number }) => number === command.cardNumber);

test('a silent network does not make many cards wait one after another', async () => {
  const cards = await Promise.all(Array.from({ length: 20 }, () => givenCard(api, company.id)));
  api.setMood((command) => (has(cards, command) ? 'never' : undefined));
  const requested = postUntilAborted('goods', { ids: cards.map((card) => card.id), cg_ids: [301] });
  // All are asked for although the network has answered none.
  await expect.poll(() => countChoices(cards, 'waiting')).toBe(20);
  const { body } = await requested.ended();
  api.setMood(() => undefined);
  expect(
    body.data.results.every((result: { ok: boolean; waiting: boolean }) => result.ok && result.waiting),
  ).toBe(true);
});

test('§5.31 cards of which the network says nothing hide no refusal of another one', async () => {
  const cards = await Promise.all(
    Array.from({ length: 12 }, () => givenCard(api, company.id, { partnerId: PARTNER.gpn })),
  );
  const last = cards.at(-1) as GivenCard;
  api.setMood((command) => (has([last], command) ? 'refuse' : has(cards, command) ? 'never' : undefined));
  const ids = cards.map((card) => card.id);
  const requested = postUntilAborted('limit', { ids, unit_count: 5, unit_type: 'sum', period: 'P1D' });
  await expect.poll(() => countChoices([last], 'refused')).toBe(1);
  await expect.poll(() => countChoices(cards, 'waiting')).toBe(11);
  const { body } = await requested.ended();
  api.setMood(() => undefined);
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
