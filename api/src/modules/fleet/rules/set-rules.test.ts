import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_STATUS, PARTNER } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { sendWhileLocked } from '../../../testing/send-while-locked.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { maintainRules } from './maintain-rules.ts';
import { watchSales } from './purchase/watch-sales.ts';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
});
afterAll(() => api.stop());

const GROUP_LITRES = { kind: 'litres_day', value: 200 };

async function put(path: string, rules: unknown, token = company.admin.token) {
  return api.put(path, { token, json: { rules } });
}

async function read(card: GivenCard) {
  return (await api.get(`/api/card/${card.id}/rules`, { token: company.admin.token })).body.data;
}

async function newCard(about: Parameters<typeof givenCard>[2] = {}): Promise<GivenCard> {
  return givenCard(api, company.id, { balanceKopecks: 100_000_00, ...about });
}

function fuel(card: GivenCard, more: object = {}) {
  const json = {
    card_number: card.number,
    goods_id: 301,
    litres: 50,
    unit_price: 70,
    address: 'М-4, 120 км',
    ...more,
  };
  return api.post('/dev/fuel', { json });
}

/** A group with a truck that the card is on. */
async function inGroup(card: GivenCard): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into vehicle_group (company_id, title) values (${company.id}, ${`Группа ${card.id}`}) returning id
    ), truck as (
      insert into vehicle (company_id, plate, brand, fuel, tank_centilitres, created_at, group_id)
      select ${company.id}, ${`А${String(card.id).padStart(3, '0').slice(-3)}ВС77`}, 'КамАЗ', 3, 40000, now(), id from made returning id
    ), put_on as (
      insert into card_on_vehicle (company_id, card_id, vehicle_id, since)
      select ${company.id}, ${card.id}, id, ${new Date('2026-01-01')}::timestamptz from truck
    )
    select id from made`.execute(api.ctx.db.system);
  return rows[0]?.id ?? 0;
}

test('three layers hold at once, each rule says where it comes from and who holds it', async () => {
  const card = await newCard();
  const group = await inGroup(card);
  await put('/api/rules/profile', [
    { kind: 'litres_day', value: 350 },
    { kind: 'goods', value: [301, 302, 303] },
    { kind: 'price', value: 10 },
  ]);
  await put(`/api/rules/groups/${group}`, [GROUP_LITRES, { kind: 'litres_filling', value: 'tank' }]);
  const { status, body } = await put(`/api/card/${card.id}/rules`, [{ kind: 'price', value: null }]);
  expect(status).toBe(200);
  expect(body.data.sentence).toBe('Дизель до 200 л в сутки, не больше бака');
  expect(
    body.data.effective.map((item: Record<string, unknown>) => [item.kind, item.layer, item.held_by]),
  ).toEqual([
    ['goods', 'profile', 'network'],
    ['litres_day', 'group', 'network'],
    ['litres_filling', 'group', 'portal'],
  ]);
  expect(body.data.layers.group).toMatchObject({
    id: group,
    rules: [GROUP_LITRES, { kind: 'litres_filling' }],
  });
  const limited = (await api.get(`/api/card/${card.id}`, { token: company.admin.token })).body.data;
  expect(limited.limit).toMatchObject({ unit_count: 200, unit: { id: 'amount' }, period: { id: 'P1D' } });
  const kinds = async (path: string) => {
    const { rules } = (await api.get(`/api/rules/${path}`, { token: company.admin.token })).body.data;
    return rules.map(({ kind }: { kind: string }) => kind);
  };
  expect(await kinds('profile')).toEqual(['litres_day', 'goods', 'price']);
  expect(await kinds(`groups/${group}`)).toEqual(['litres_day', 'litres_filling']);
  expect(await kinds(`groups/${await inGroup(await newCard())}`)).toEqual([]);
  await put('/api/rules/profile', []);
});

test('two people change rules one after another, so that each sees what the other set', async () => {
  const card = await newCard();
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`rules ${company.id}`}, 0))`;
  const set = () => put(`/api/card/${card.id}/rules`, [{ kind: 'litres_day', value: 100 }]);
  expect((await sendWhileLocked(api, lock, set)).status).toBe(200);
});

test('a rule that is taken away takes its limit and goods from the network again', async () => {
  const card = await newCard();
  await put(`/api/card/${card.id}/rules`, [GROUP_LITRES, { kind: 'goods', value: [301] }]);
  const path = `/api/card/${card.id}`;
  const enabled = async () =>
    (await api.get(path, { token: company.admin.token })).body.data.goods.filter(
      (good: { status_id: number }) => good.status_id === 1,
    ).length;
  expect(await enabled()).toBe(1);
  await put(`/api/card/${card.id}/rules`, []);
  expect(await enabled()).toBe(8);
  expect((await api.get(path, { token: company.admin.token })).body.data.limit.unit_count).toBe(0);
});

test('the pump gets the rule that refuses, and a purchase within the rules is sold', async () => {
  const card = await newCard({ partnerId: PARTNER.rn });
  await put(`/api/card/${card.id}/rules`, [{ kind: 'litres_filling', value: 60 }]);
  const refused = (await fuel(card, { litres: 61 })).body.data;
  expect(refused).toMatchObject({
    sold: false,
    declined: { code: 'rule', reason: expect.stringContaining('60 л') },
  });
  expect((await fuel(card, { litres: 60, external_id: `edge ${card.id}` })).body.data.sold).toBe(true);
});

test('would-pass says everything that is wrong at once, and nothing where all is well', async () => {
  const card = await newCard({ balanceKopecks: 0 });
  await put(`/api/card/${card.id}/rules`, [{ kind: 'litres_filling', value: 60 }]);
  const ask = (json: object) =>
    api.post(`/api/card/${card.id}/would-pass`, { token: company.admin.token, json });
  const { body } = await ask({ goods_id: 301, litres: 61 });
  expect(body.data.passes).toBe(false);
  expect(body.data.reasons.map((reason: { rule: string }) => reason.rule)).toEqual([
    'money',
    'litres_filling',
  ]);
  const rich = await newCard();
  expect(
    (
      await api.post(`/api/card/${rich.id}/would-pass`, {
        token: company.admin.token,
        json: { goods_id: 301, litres: 5 },
      })
    ).body.data,
  ).toEqual({ passes: true, reasons: [] });
  expect((await ask({ goods_id: 999, litres: 5 })).status).toBe(400);
});

test('the first purchase may use up the limit of every period, and no more', async () => {
  const card = await newCard();
  const kinds = ['day', 'week', 'month', 'quarter', 'once'].map((period) => `litres_${period}`);
  await put(
    `/api/card/${card.id}/rules`,
    kinds.map((kind) => ({ kind, value: 60 })),
  );
  const check = async (litres: number) => {
    const json = { goods_id: 301, litres };
    const { body } = await api.post(`/api/card/${card.id}/would-pass`, { token: company.admin.token, json });
    return body.data.reasons.map(({ rule }: { rule: string }) => rule);
  };
  expect(await check(60)).toEqual([]);
  expect(await check(60.01)).toEqual(expect.arrayContaining(kinds));
});

test('a change of many cards is previewed, and undone where unchanged since', async () => {
  const [one, other] = [await newCard(), await newCard()];
  const token = company.admin.token;
  const json = { ids: [one.id, other.id], rules: [{ kind: 'fillings_day', value: 2 }], preview: true };
  const preview = (await api.put('/api/rules/cards', { token, json })).body.data;
  expect(preview).toMatchObject({
    change_id: null,
    cards: [{ id: one.id, before: 'Без ограничений' }, { id: other.id }],
  });
  expect((await read(one)).rules).toEqual([]);
  const made = (await api.put('/api/rules/cards', { token, json: { ...json, preview: false } })).body.data;
  await put(`/api/card/${other.id}/rules`, [{ kind: 'fillings_day', value: 3 }]);
  const undo = `/api/rules/changes/${made.change_id}/undo`;
  expect((await api.post(undo, { token })).body.data).toEqual({ restored: 1, left: 1 });
  expect((await read(one)).rules).toEqual([]);
  expect((await read(other)).rules).toEqual([{ kind: 'fillings_day', value: 3 }]);
  expect((await api.post(undo, { token })).status).toBe(409);
  const history = (await api.get(`/api/rules/changes?card_id=${one.id}`, { token })).body.data;
  expect(history[0]).toMatchObject({ cards: 2, undone: true, by: expect.stringContaining('Анна') });
});

test('a sale that could not be refused is a breach, and a used limit closes the card', async () => {
  const card = await newCard({ partnerId: PARTNER.rn });
  await put(`/api/card/${card.id}/rules`, [{ kind: 'fillings_day', value: 1 }]);
  expect((await fuel(card, { external_id: `one ${card.id}` })).body.data.sold).toBe(true);
  await put(`/api/card/${card.id}/rules`, [
    { kind: 'fillings_day', value: 1 },
    { kind: 'litres_filling', value: 10 },
  ]);
  await watchSales(api.ctx);
  await maintainRules(api.ctx);
  const { breaches, closed_for: closedFor } = await read(card);
  expect(breaches).toMatchObject([{ kind: 'litres_filling' }]);
  expect(closedFor).toMatch(/до 1.заправки в сутки/);
});

test('a specialist reads rules and changes none; a strange rule is refused in Russian', async () => {
  const card = await newCard();
  const { token } = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await api.get(`/api/card/${card.id}/rules`, { token })).status).toBe(200);
  expect((await put(`/api/card/${card.id}/rules`, [], token)).status).toBe(403);
  for (const rule of [
    { kind: 'fly', value: 1 },
    { kind: 'goods', value: [999] },
    { kind: 'regions', value: ['Марс'] },
    { kind: 'networks', value: [23] },
    { kind: 'hours', value: { days: [], from: '6', to: 'x' } },
    { kind: 'hours', value: { days: [1], from: '24:00', to: '06:00' } },
  ]) {
    const refused = await put(`/api/card/${card.id}/rules`, [rule]);
    expect([rule, refused.status, refused.body.message]).toEqual([
      rule,
      400,
      expect.stringMatching(/[а-я]{3}/i),
    ]);
  }
});

test.each([{}, { rule: [GROUP_LITRES] }, { rules: null }, { rules: '' }])(
  'a body without a list of rules, %j, lifts none',
  async (json) => {
    const card = await newCard();
    const path = `/api/card/${card.id}/rules`;
    await put(path, [{ kind: 'litres_day', value: 70 }]);
    const { token } = company.admin;
    const refused = await api.put(path, { token, json });
    expect(refused.status).toBe(400);
    expect(refused.body.error_messages?.rules?.[0]).toMatch(/^Передайте список правил/);
    const many = await api.put('/api/rules/cards', { token, json: { ...json, ids: [card.id] } });
    expect(many.status).toBe(400);
    expect((await read(card)).sentence).toContain('До 70 л в сутки');
  },
);

test('a card that is not set up is neither closed nor set up by a rule', async () => {
  const card = await newCard({ statusId: CARD_STATUS.notSetUp, balanceKopecks: 0 });
  await put(`/api/card/${card.id}/rules`, [
    { kind: 'goods', value: [301] },
    { kind: 'on_request', value: 30 },
  ]);
  const shown = (await api.get(`/api/card/${card.id}`, { token: company.admin.token })).body.data;
  expect(shown).toMatchObject({ status: { id: CARD_STATUS.notSetUp }, hold: null });
});

test('a refund returns litres to the day of its purchase, named or not, none to today', async () => {
  const card = await newCard();
  await put(`/api/card/${card.id}/rules`, [{ kind: 'litres_day', value: 200 }]);
  const [now, yesterday] = [api.clock.now().getTime(), `${card.id}-yesterday`];
  const hoursBefore = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
  const bought = { sum: 9000_00, litres: 150 };
  await givenSales(api, card, [
    { ...bought, at: hoursBefore(24), id: yesterday },
    { ...bought, sum: 8000_00, at: hoursBefore(0.2) },
    { ...bought, at: hoursBefore(0.1), refund: true, refundOf: yesterday },
    { ...bought, at: hoursBefore(0.1), refund: true },
  ]);
  expect((await fuel(card, { litres: 50.01 })).body.data.reason).toMatch(/осталось 50 л/);
  await givenSales(api, card, [{ ...bought, sum: 8000_00, at: hoursBefore(0), refund: true }]);
  expect((await fuel(card, { litres: 200 })).body.data.sold).toBe(true);
});
