import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../../testing/givens/factories.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { maintainRules } from '../maintain-rules.ts';
import { watchSales } from '../purchase/watch-sales.ts';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
});
afterAll(() => api.stop());

async function givenRuledCard(): Promise<GivenCard> {
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  const json = { rules: [{ kind: 'litres_filling', value: 60 }] };
  await api.put(`/api/card/${card.id}/rules`, { token: company.admin.token, json });
  return card;
}

async function fuel(card: GivenCard, litres: number) {
  const json = { card_number: card.number, goods_id: 301, litres, unit_price: 70, address: 'М-4, 120 км' };
  return (await api.post('/dev/fuel', { json })).body.data;
}

const call = (path: string, json: object, token = company.admin.token) =>
  api.post(`/api/exceptions${path}`, { token, json });

async function requestException(card: GivenCard, litres = 90): Promise<number> {
  const json = { card_id: card.id, goods_id: 301, litres, reason: 'Дальний рейс' };
  return (await call('', json)).body.data.id;
}

test('one call makes a refusal an exception, which lets one such purchase pass', async () => {
  const card = await givenRuledCard();
  expect((await fuel(card, 90)).declined.code).toBe('rule');
  const { token } = company.admin;
  const [decline] = (await api.get(`/api/declines?card_id=${card.id}`, { token })).body.data;
  const requested = (await call('', { decline_id: decline.id, reason: 'Дальний рейс' })).body.data;
  expect(requested).toMatchObject({ state: 'asked', rules: ['litres_filling'], litres: 90, owner: null });
  const approved = (await call(`/${requested.id}/approve`, {})).body.data;
  const until = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
  expect(approved).toMatchObject({ state: 'approved', owner: expect.stringContaining('Анна'), until });
  expect((await fuel(card, 91)).sold).toBe(false);
  expect((await fuel(card, 90)).sold).toBe(true);
  await watchSales(api.ctx);
  expect((await fuel(card, 90)).sold).toBe(false);
  const listed = await api.get('/api/exceptions?state=used', { token });
  expect(listed.body.data.map((item: { id: number }) => item.id)).toContain(requested.id);
  expect(listed.body.meta.by_reason[0]).toMatchObject({ name: 'Дальний рейс', approved: 1 });
});

test('an exception is over at its time, though no loop has run since', async () => {
  const card = await givenRuledCard();
  const id = await requestException(card);
  const until = new Date(api.clock.now().getTime() + 600_000).toISOString();
  await call(`/${id}/approve`, { until });
  api.clock.advanceSeconds(600);
  expect((await fuel(card, 90)).sold).toBe(false);
  await maintainRules(api.ctx);
  const listed = await api.get('/api/exceptions?state=lapsed', { token: company.admin.token });
  expect(listed.body.data.map((item: { id: number }) => item.id)).toContain(id);
});

test('an exception lets one purchase pass, though no loop has run since its sale', async () => {
  const card = await givenRuledCard();
  await call(`/${await requestException(card)}/approve`, {});
  expect((await fuel(card, 90)).sold).toBe(true);
  api.clock.advanceSeconds(1);
  expect((await fuel(card, 90)).sold).toBe(false);
});

test('a purchase by an exception is no breach, also when it ends before the check', async () => {
  const card = await givenRuledCard();
  const id = await requestException(card);
  await call(`/${id}/approve`, {});
  expect((await fuel(card, 90)).sold).toBe(true);
  api.clock.advanceSeconds(3600);
  await maintainRules(api.ctx);
  await watchSales(api.ctx);
  const { token } = company.admin;
  expect((await api.get(`/api/card/${card.id}/rules`, { token })).body.data.breaches).toEqual([]);
  const listed = await api.get('/api/exceptions?state=used', { token });
  expect(listed.body.data.map((item: { id: number }) => item.id)).toContain(id);
});

test('the first purchase by time uses an exception up, though it is reported last', async () => {
  const card = await givenRuledCard();
  await call(`/${await requestException(card)}/approve`, {});
  const approvedMs = api.clock.now().getTime();
  const [first, second] = [60_000, 120_000].map((ms) => new Date(approvedMs + ms).toISOString());
  api.clock.advanceSeconds(300);
  await givenSales(api, card, [{ sum: 6300_00, litres: 90, at: second! }]);
  await givenSales(api, card, [{ sum: 6300_00, litres: 90, at: first! }]);
  await watchSales(api.ctx);
  const { token } = company.admin;
  const { breaches } = (await api.get(`/api/card/${card.id}/rules`, { token })).body.data;
  expect(breaches.map(({ at }: { at: string }) => at)).toEqual([second]);
});

test('an unanswered request is open to all approvers, and is answered once', async () => {
  const card = await givenRuledCard();
  const id = await requestException(card);
  expect((await call('', { card_id: card.id, goods_id: 301, litres: 90, reason: 'Ещё' })).status).toBe(409);
  api.clock.advanceSeconds(15 * 60);
  await maintainRules(api.ctx);
  const { data } = (await api.get('/api/exceptions?state=asked', { token: company.admin.token })).body;
  expect(data.find((row: { id: number }) => row.id === id)).toMatchObject({ escalated: true });
  expect((await call(`/${id}/decline`, { reason: 'Не нужно' })).body.data.state).toBe('declined');
  expect((await call(`/${id}/approve`, {})).status).toBe(409);
  expect((await fuel(card, 90)).sold).toBe(false);
});

test('requests of a truck are those of the cards that are on it now', async () => {
  const [card, other] = [await givenRuledCard(), await givenRuledCard()];
  const { token } = company.admin;
  const json = { plate: 'К417МН77', brand: 'КамАЗ', card_ids: [card.id] };
  const { id: truck } = (await api.post('/api/vehicles', { token, json })).body.data;
  const [own] = [await requestException(card), await requestException(other)];
  const listed = async (asker = token) => {
    const { body } = await api.get(`/api/exceptions?state=asked&vehicleId=${truck}`, { token: asker });
    return [body.data.map((row: { id: number }) => row.id), body.meta.pagination.total];
  };
  expect(await listed()).toEqual([[own], 1]);
  expect(await listed((await givenCompany(api)).admin.token)).toEqual([[], 0]);
  await api.put(`/api/card/${card.id}/vehicle`, { token, json: { vehicle_id: null } });
  expect(await listed()).toEqual([[], 0]);
});

test('counts by reason show requests, allowed, refused, unanswered, and the time taken', async () => {
  const ask = async (reason: string, minutes: number | null, answer = 'approve') => {
    const card = await givenRuledCard();
    const json = { card_id: card.id, goods_id: 301, litres: 90, reason };
    const { id } = (await call('', json)).body.data;
    if (minutes === null) return;
    api.clock.advanceSeconds(minutes * 60);
    await call(`/${id}/${answer}`, answer === 'decline' ? { reason: 'Нет' } : {});
  };
  await ask('Считаем', 2);
  await ask('Считаем', 4);
  await ask('Считаем', 10, 'decline');
  await ask('Молчат', null);
  api.clock.advanceSeconds(15 * 60);
  await maintainRules(api.ctx);
  api.clock.advanceSeconds(25 * 3600);
  await maintainRules(api.ctx);
  const { meta } = (await api.get('/api/exceptions', { token: company.admin.token })).body;
  const of = (name: string) => meta.by_reason.find((item: { name: string }) => item.name === name);
  const none = { expired: 0, declined: 0, approved: 0 };
  expect(of('Считаем')).toMatchObject({ ...none, asked: 3, approved: 2, declined: 1, median_minutes: 4 });
  expect(of('Молчат')).toMatchObject({ ...none, asked: 1, expired: 1, median_minutes: null });
});

test('counts by driver are of the one who had the card when it was asked for', async () => {
  const own = await givenCompany(api);
  const { token } = own.admin;
  const rules = [{ kind: 'litres_filling', value: 60 }];
  await api.put('/api/rules/profile', { token, json: { rules } });
  const [card, other] = [await givenCard(api, own.id), await givenCard(api, own.id)];
  const hire = async (surname: string) =>
    (await api.post('/api/drivers', { token, json: { surname, name: 'Иван' } })).body.data.id;
  const drive = ({ id }: GivenCard, driver: number, what = 'set') =>
    api.post(`/api/card/${id}/driver/${driver}/${what}`, { token });
  const refuse = async () => {
    const json = { card_id: card.id, goods_id: 301, litres: 90, reason: 'Рейс' };
    const { id } = (await call('', json, token)).body.data;
    api.clock.advanceSeconds(60);
    await call(`/${id}/decline`, { reason: 'Нет' }, token);
  };
  const [wolf, fox] = [await hire('Волков'), await hire('Лисин')];
  await drive(card, wolf);
  await drive(other, fox);
  await refuse();
  await drive(card, wolf, 'reset');
  await drive(card, fox);
  await refuse();
  await refuse();
  const { meta } = (await api.get('/api/exceptions', { token })).body;
  expect(meta.by_driver).toMatchObject([
    { name: 'Лисин Иван', asked: 2 },
    { name: 'Волков Иван', asked: 1 },
  ]);
});

test('a specialist asks and does not answer; what no rule refuses is not asked for', async () => {
  const card = await givenRuledCard();
  const { token } = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  const json = { card_id: card.id, goods_id: 301, litres: 90, reason: 'Рейс' };
  const requested = await call('', json, token);
  expect(requested.status).toBe(200);
  expect((await call(`/${requested.body.data.id}/approve`, {}, token)).status).toBe(403);
  expect((await call('', { ...json, litres: 10, card_id: (await givenRuledCard()).id })).status).toBe(400);
  expect((await call('', { reason: 'Рейс' })).status).toBe(400);
});
