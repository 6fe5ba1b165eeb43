import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_STATUS } from '#contract/ids.ts';
import { seededRandom } from '../../../../lib/seeded-random.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../../testing/givens/factories.ts';
import { maintainRules } from '../maintain-rules.ts';
import { watchSales } from './watch-sales.ts';

const SEED = 186;
const ROUNDS = 6;

let api: TestApi;
let company: GivenCompany;
let made = 0;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
});
afterAll(() => api.stop());

async function givenGroup(
  rules: unknown,
  cards: number,
): Promise<{ group: number; title: string; cards: GivenCard[] }> {
  const { token } = company.admin;
  made += 1;
  const title = `Отдел ${made}`;
  const { body } = await api.post('/api/card-groups', { token, json: { title } });
  const group: number = body.data.id;
  const all: GivenCard[] = [];
  for (let count = 0; count < cards; count += 1)
    all.push(await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 }));
  await api.post('/api/card-groups/cards', {
    token,
    json: { ids: all.map(({ id }) => id), group_id: group },
  });
  expect((await setRules(group, rules)).status).toBe(200);
  return { group, title, cards: all };
}

function setRules(group: number, rules: unknown) {
  return api.put(`/api/rules/groups/${group}`, { token: company.admin.token, json: { rules } });
}

/** Buys litres at 50 ₽ each. Returns whether they were sold, and why not. */
async function buy(
  card: GivenCard,
  litres: number,
  id?: string,
): Promise<{ sold: boolean; reason: string | null }> {
  const json = {
    card_number: card.number,
    goods_id: 301,
    litres,
    unit_price: 50,
    address: 'М-4, 120 км',
    ...(id && { external_id: id }),
  };
  const { body } = await api.post('/dev/fuel', { json });
  return { sold: body.data.sold, reason: body.data.reason };
}

async function readBudget(group: number) {
  const { body } = await api.get('/api/rules/groups', { token: company.admin.token });
  const { budgets } = body.data.find(({ id }: { id: number }) => id === group);
  return budgets[0];
}

test('cards of a group spend from one budget, and the refusal says what is left', async () => {
  const { group, title, cards } = await givenGroup([{ kind: 'together_sum_month', value: 5000 }], 2);
  const [first, second] = cards as [GivenCard, GivenCard];
  expect(await buy(first, 60)).toEqual({ sold: true, reason: null });
  expect(await buy(second, 60)).toEqual({
    sold: false,
    reason: `Бюджет группы «${title}» до 5\u00a0000 ₽ в месяц: осталось 2\u00a0000 ₽.`,
  });
  expect((await buy(second, 40)).sold).toBe(true);
  expect((await buy(first, 1)).reason).toBe(
    `Бюджет группы «${title}» исчерпан: 5\u00a0000 из 5\u00a0000 ₽ в месяц, снова в следующем месяце.`,
  );
  expect(await readBudget(group)).toEqual({
    unit_count: 5000,
    unit: { id: 'sum', title: 'рубли' },
    period: { id: 'P1M', title: 'месяц' },
    spent: 5000,
    left: 0,
    source: 'group',
  });
});

test('a spent budget is the reason in preview, card, operations and at the pump', async () => {
  const { token } = company.admin;
  const { group, title, cards } = await givenGroup([], 2);
  const [card, idle] = cards as [GivenCard, GivenCard];
  expect((await buy(card, 60)).sold).toBe(true);
  const preview = async (value: number) => {
    const json = { rules: [{ kind: 'together_sum_month', value }] };
    const { body } = await api.post(`/api/rules/groups/${group}/preview`, { token, json });
    return body.data.map(({ stops_for }: { stops_for: string | null }) => stops_for);
  };
  const reason = `Бюджет группы «${title}» исчерпан: 3\u00a0000 из 1\u00a0000 ₽ в месяц, снова в следующем месяце.`;
  expect(await preview(5000)).toEqual([null, null]);
  expect(await preview(1000)).toEqual([reason, reason]);

  await setRules(group, [{ kind: 'together_sum_month', value: 1000 }]);
  await maintainRules(api.ctx);
  const read = async () => (await api.get(`/api/card/${card.id}/rules`, { token })).body.data.closed_for;
  expect(await read()).toBe(reason);
  const { body: operations } = await api.get(`/api/operations?cardId=${card.id}&typeId=3`, { token });
  expect(operations.data.map((operation: { reason: string }) => operation.reason)).toEqual([reason]);
  // Already closed, none of them stops by another budget that is spent.
  await api.ctx.db.inSystem((tx) =>
    sql`update card set status_id = ${CARD_STATUS.blocked} where id = any(${cards.map(({ id }) => id)}::bigint[])`.execute(
      tx,
    ),
  );
  expect(await preview(500)).toEqual([null, null]);
  expect((await buy(idle, 1)).reason).toBe(reason);
  const { body: declines } = await api.get(`/api/declines?card_id=${idle.id}`, { token });
  expect(declines.data[0].reason).toBe(reason);

  await setRules(group, [{ kind: 'together_sum_month', value: 2000 }]);
  await maintainRules(api.ctx);
  expect(await read()).toBe(reason.replace('1\u00a0000', '2\u00a0000'));
});

test('a card’s own limit does not replace the budget of its group', async () => {
  const { cards } = await givenGroup([{ kind: 'together_litres_day', value: 30 }], 1);
  const [card] = cards as [GivenCard];
  const { token } = company.admin;
  await api.put(`/api/card/${card.id}/rules`, {
    token,
    json: { rules: [{ kind: 'litres_day', value: 500 }] },
  });
  const { body } = await api.get(`/api/card/${card.id}/rules`, { token });
  expect(body.data.sentence).toBe('До 500 л в сутки, вся группа вместе до 30 л в сутки');
  expect((await buy(card, 31)).sold).toBe(false);
});

test('a refund gives the budget of its purchase’s period back', async () => {
  const { group, cards } = await givenGroup([{ kind: 'together_litres_month', value: 100 }], 2);
  const [first, second] = cards as [GivenCard, GivenCard];
  expect((await buy(first, 100, `refunded-${group}`)).sold).toBe(true);
  expect((await buy(second, 1)).sold).toBe(false);
  await api.ctx.simulated?.refund(`refunded-${group}`);
  await api.pollNetworks();
  expect(await readBudget(group)).toMatchObject({ spent: 0, left: 100 });
  expect((await buy(second, 100)).sold).toBe(true);
});

test('a purchase that its network declines leaves the budget as it was', async () => {
  const { group, cards } = await givenGroup([{ kind: 'together_sum_day', value: 3000 }], 1);
  const poor = await givenCard(api, company.id, { balanceKopecks: 100_00 });
  const { token } = company.admin;
  await api.post('/api/card-groups/cards', { token, json: { ids: [poor.id], group_id: group } });
  expect(await buy(poor, 60)).toEqual({ sold: false, reason: 'Недостаточно средств на карте' });
  expect((await readBudget(group)).spent).toBe(0);
  expect((await buy(cards[0] as GivenCard, 60)).sold).toBe(true);
});

test('a budget is set for a group alone', async () => {
  const card = await givenCard(api, company.id);
  const { token } = company.admin;
  const json = { rules: [{ kind: 'together_sum_month', value: 5000 }] };
  for (const path of ['/api/rules/profile', `/api/card/${card.id}/rules`]) {
    const { status, body } = await api.put(path, { token, json });
    expect([status, body.message]).toEqual([400, 'Общий бюджет бывает только у группы']);
  }
  expect((await api.post('/api/rules/profile/preview', { token, json })).status).toBe(400);
});

test('a purchase past the budget at a network that does not ask is reported', async () => {
  const { group, cards } = await givenGroup([{ kind: 'together_litres_week', value: 10 }], 2);
  const [first, second] = cards as [GivenCard, GivenCard];
  await buy(first, 8);
  // The network sells without a question.
  await api.ctx.simulated?.fuel({
    card_number: second.number,
    goods_id: 301,
    litres: 8,
    unit_price: 50,
    address: 'М-4',
  });
  await api.pollNetworks();
  await watchSales(api.ctx);
  const { body } = await api.get(`/api/card/${second.id}/rules`, { token: company.admin.token });
  expect(body.data.breaches).toMatchObject([{ kind: 'together_litres_week' }]);
  expect(await readBudget(group)).toMatchObject({ spent: 16, left: 0 });
});

test('purchases at once never pass over a budget, whatever their order', async () => {
  const random = seededRandom(SEED);
  const { group, cards } = await givenGroup([{ kind: 'together_sum_day', value: 20_000 }], 5);
  const sold = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const wanted = Array.from({ length: 8 }, (_, place) => ({
      card: random.pick(cards),
      litres: random.whole(10, 120),
      id: `together-${group}-${round}-${place}`,
    }));
    const answers = await Promise.all(wanted.map(({ card, litres, id }) => buy(card, litres, id)));
    answers.forEach((answer, place) => {
      const { id, litres } = wanted[place] as (typeof wanted)[number];
      if (answer.sold) sold.set(id, litres * 50);
    });
    const total = [...sold.values()].reduce((sum, item) => sum + item, 0);
    expect(total).toBeLessThanOrEqual(20_000);
    expect((await readBudget(group)).spent).toBe(total);
    const refunded = [...sold.keys()].at(random.whole(0, sold.size - 1));
    if (refunded && random.chance(0.7)) {
      await api.ctx.simulated?.refund(refunded);
      await api.pollNetworks();
      sold.delete(refunded);
    }
  }
  expect(sold.size).toBeGreaterThan(0);
});
