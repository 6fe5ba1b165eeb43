import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { sendDueNotices } from '../../../testing/notices.ts';
import { findSignals } from './find-signals.ts';
import { sendDigests } from './send-digests.ts';

let api: TestApi;
let company: GivenCompany;
let token: string;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  api.clock.setTo('2026-09-20T10:00:00+03:00');
  company = await givenCompany(api);
  ({ token } = company.admin);
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  const truck = { plate: 'А123ВС77', tank_litres: 400, card_ids: [card.id] };
  await api.post('/api/vehicles', { token, json: truck });
  await givenSales(api, card, [
    { sum: 6_000_00, at: '2026-09-05T12:00:00+03:00', litres: 300 },
    { sum: 30_000_00, at: '2026-09-12T12:00:00+03:00', litres: 500 },
  ]);
});
afterAll(() => api?.stop());

test('a filling beyond the tank is signalled once, taken by a user and judged', async () => {
  await findSignals(api.ctx);
  await findSignals(api.ctx);
  const { body } = await api.get('/api/signals?state=new', { token });
  expect(body.data).toMatchObject([
    {
      rule: { key: 'over-tank' },
      operation: { litres: 500 },
      vehicle: { plate: 'А123ВС77' },
      owner: null,
      evidence: expect.stringContaining('500\u00a0л, бак машины 400\u00a0л'),
    },
  ]);
  const path = `/api/signals/${body.data[0].id}`;
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await api.post(`${path}/own`, { token: specialist.token, json: {} })).status).toBe(403);
  const owned = await api.post(`${path}/own`, { token, json: {} });
  expect(owned.body.data).toMatchObject({ state: 'owned', owner: 'Дорожкина Анна' });
  expect((await api.post(`${path}/verdict`, { token, json: { verdict: 'so' } })).status).toBe(400);
  const judged = await api.post(`${path}/verdict`, {
    token,
    json: { verdict: 'waste', note: 'Слил в канистру' },
  });
  expect(judged.body.data).toMatchObject({ state: 'waste', note: 'Слил в канистру' });
  expect((await api.post(`${path}/own`, { token, json: {} })).status).toBe(409);
  const rules = (await api.get('/api/signals', { token })).body.meta.rules;
  expect(rules.find((rule: { key: string }) => rule.key === 'over-tank')).toMatchObject({
    found: 1,
    precision: 100,
  });
});

test('a signal names the driver who had the card when it was used', async () => {
  const other = await givenCompany(api);
  const request = { token: other.admin.token };
  const card = await givenCard(api, other.id, { balanceKopecks: 500_000_00 });
  await api.post('/api/vehicles', {
    ...request,
    json: { plate: 'К111КК77', tank_litres: 200, card_ids: [card.id] },
  });
  const json = { surname: 'Баранов', name: 'Кирилл', patronymic: 'Олегович' };
  const { body: added } = await api.post('/api/drivers', { ...request, json });
  await api.post(`/api/card/${card.id}/driver/${added.data.id}/set`, request);
  await sql`update driver_on_card set since = '2026-09-15' where card_id = ${card.id}`.execute(
    api.ctx.db.system,
  );
  await givenSales(api, card, [
    { sum: 18_000_00, at: '2026-09-14T12:00:00+03:00', litres: 300 },
    { sum: 30_000_00, at: '2026-09-17T12:00:00+03:00', litres: 301 },
  ]);
  await findSignals(api.ctx);
  const { body } = await api.get('/api/signals?rule=over-tank&sort=time', request);
  expect(body.data).toMatchObject([{ driver: 'Баранов К. О.' }, { driver: null }]);
});

type Found = { state: string; rule: { key: string }; operation: { litres: number } };

test('the signals of one filling are listed, taken and judged together', async () => {
  const other = await givenCompany(api);
  const request = { token: other.admin.token };
  const card = await givenCard(api, other.id, { balanceKopecks: 500_000_00 });
  await api.post('/api/vehicles', {
    ...request,
    json: { plate: 'М555ММ77', tank_litres: 200, card_ids: [card.id] },
  });
  await givenSales(api, card, [
    { sum: 18_000_00, at: '2026-09-14T12:00:00+03:00', litres: 300 },
    { sum: 30_000_00, at: '2026-09-17T12:00:00+03:00', litres: 500 },
  ]);
  await findSignals(api.ctx);
  const list = async () => (await api.get('/api/signals?state=open&by=filling', request)).body;
  const { data, meta } = await list();
  expect(data.map(({ rule, operation }: Found) => `${operation.litres} ${rule.key}`)).toEqual([
    '500 over-tank',
    '500 day-tanks',
    '300 over-tank',
  ]);
  expect(meta).toMatchObject({
    pagination: { total: 2, total_pages: 1 },
    open: { all: 3, fillings: 2, stake: 48_000 },
  });
  const [largest] = data;
  const ofFilling = await api.get(`/api/signals?operationId=${largest.operation.id}`, request);
  expect(ofFilling.body.data.map(({ rule }: Found) => rule.key).toSorted()).toEqual([
    'day-tanks',
    'over-tank',
  ]);
  const stolen = await api.get(`/api/signals?operationId=${largest.operation.id}`, { token });
  expect(stolen.body.data).toEqual([]);
  const first = (await api.get('/api/signals?state=open&by=filling&perPage=1', request)).body;
  expect(first.data).toHaveLength(2);
  const path = `/api/signals/${data[0].id}`;
  await api.post(`${path}/own`, { ...request, json: { filling: true } });
  expect((await list()).data.map(({ state }: Found) => state)).toEqual(['owned', 'owned', 'new']);
  await api.post(`${path}/verdict`, { ...request, json: { verdict: 'waste', note: 'Слив', filling: true } });
  const left = await list();
  expect(left.data.map(({ operation }: Found) => operation.litres)).toEqual([300]);
  expect(left.meta.open).toMatchObject({ all: 1, fillings: 1, stake: 18_000 });
});

test('another company sees and decides nothing of it', async () => {
  const other = await givenCompany(api);
  expect((await api.get('/api/signals', { token: other.admin.token })).body.data).toEqual([]);
  const request = { token: other.admin.token, json: { verdict: 'false' } };
  expect((await api.post('/api/signals/1/verdict', request)).status).toBe(404);
});

test('a rule is tried on the past before it notifies', async () => {
  const tried = (key: string, from: string) =>
    api.post(`/api/signals/rules/${key}/try`, { token, json: { from, to: '2026-09-20' } });
  expect((await tried('over-tank', '2026-09-01')).body.data).toMatchObject({ looked_at: 2, would_tell: 1 });
  expect((await tried('over-tank', '2026-09-13')).body.data).toMatchObject({ looked_at: 0, would_tell: 0 });
  expect((await tried('no-such-rule', '2026-09-01')).status).toBe(404);
  expect((await tried('over-tank', '2026-09-21')).status).toBe(400);
});

describe('suspicious sales', () => {
  beforeAll(async () => {
    for (const plate of ['В001ВВ77', 'В002ВВ77', 'В003ВВ77']) {
      const card = await givenCard(api, company.id, { balanceKopecks: 500_000_00 });
      await api.post('/api/vehicles', { token, json: { plate, tank_litres: 400, card_ids: [card.id] } });
      await givenSales(api, card, [{ sum: 30_000_00, at: api.clock.now().toISOString(), litres: 500 }]);
    }
    api.clock.advanceSeconds(60);
    await findSignals(api.ctx);
  });

  it('a signal’s owner gets one notice a day, and none on a day without news', async () => {
    const other = await givenCompany(api);
    const owner = await givenPerson(api, { companyId: other.id, role: 'manager' });
    const request = { token: other.admin.token };
    await api.put('/api/signals/owner', { ...request, json: { owner_id: owner.id } });
    const card = await givenCard(api, other.id, { balanceKopecks: 500_000_00 });
    await api.post('/api/vehicles', {
      ...request,
      json: { plate: 'К777КК77', tank_litres: 400, card_ids: [card.id] },
    });
    await givenSales(api, card, [{ sum: 30_000_00, at: api.clock.now().toISOString(), litres: 500 }]);
    api.clock.advanceSeconds(60);
    await findSignals(api.ctx);
    const titles = async (token_: string) => {
      await sendDueNotices(api);
      const { data } = (await api.get('/api/notices', { token: token_ })).body;
      return data
        .map((row: { title: string }) => row.title)
        .filter((title: string) => /Подозрительные заправки/.test(title));
    };
    api.clock.setTo('2026-10-05T08:00:00+03:00');
    await sendDigests(api.ctx);
    expect(await titles(owner.token)).toEqual([]);
    api.clock.setTo('2026-10-05T09:00:00+03:00');
    await sendDigests(api.ctx);
    await sendDigests(api.ctx);
    expect(await titles(owner.token)).toEqual([
      expect.stringMatching(/^Подозрительные заправки: 1\sновый сигнал на 30\s000,00\s₽$/),
    ]);
    expect(await titles(other.admin.token)).toEqual([]);
    api.clock.setTo('2026-10-06T09:00:00+03:00');
    await sendDigests(api.ctx);
    expect(await titles(owner.token)).toHaveLength(1);
  });

  it('admins are notified of the waiting signals when their owner may not decide', async () => {
    const other = await givenCompany(api);
    const gone = await givenPerson(api, { companyId: other.id, role: 'manager' });
    const request = { token: other.admin.token };
    await api.put('/api/signals/owner', { ...request, json: { owner_id: gone.id } });
    const card = await givenCard(api, other.id, { balanceKopecks: 500_000_00 });
    await api.post('/api/vehicles', {
      ...request,
      json: { plate: 'К778КК77', tank_litres: 400, card_ids: [card.id] },
    });
    await givenSales(api, card, [{ sum: 30_000_00, at: api.clock.now().toISOString(), litres: 500 }]);
    api.clock.advanceSeconds(60);
    await findSignals(api.ctx);
    await sql`update app_user set role = 'specialist' where id = ${gone.id}`.execute(api.ctx.db.system);
    api.clock.setTo('2026-10-09T09:00:00+03:00');
    await sendDigests(api.ctx);
    await sendDueNotices(api);
    const { data } = (await api.get('/api/notices', request)).body;
    const notice = data.find((row: { title: string }) => /Подозрительные заправки/.test(row.title));
    expect(notice).toMatchObject({ text: expect.stringMatching(/Ждут решения: 1, старшему 3\sдня/) });
  });

  it('signals are listed by weight, the user’s own first, on pages that stay stable', async () => {
    const { body } = await api.get('/api/signals?perPage=1', { token });
    const upTo = body.meta.up_to;
    const all = (await api.get(`/api/signals?perPage=50&upTo=${upTo}`, { token })).body.data;
    const last = all.at(-1);
    const mine = all.find(
      (item: { state: string; id: number }) => item.state === 'new' && item.id !== all[0].id,
    );
    await api.post(`/api/signals/${mine.id}/own`, { token, json: {} });
    const now = (await api.get(`/api/signals?perPage=50&upTo=${upTo}`, { token })).body;
    expect(now.data[0]).toMatchObject({ id: mine.id, is_mine: true });
    expect(now.meta.pagination.total).toBe(all.length);
    expect(now.meta.open).toMatchObject({ mine: 1 });
    const owned = (await api.get('/api/signals?owner=me', { token })).body.data;
    expect(owned.map((item: { is_mine: boolean }) => item.is_mine)).not.toContain(false);
    const earlier = (await api.get(`/api/signals?upTo=${last.id}&perPage=50`, { token })).body.data;
    expect(earlier.every((item: { id: number }) => item.id <= last.id)).toBe(true);
  });

  it('a signal is given to a colleague, who has still to take it', async () => {
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    const [one] = (await api.get('/api/signals?state=new', { token })).body.data;
    const given = await api.post(`/api/signals/${one.id}/assign`, { token, json: { owner_id: manager.id } });
    expect(given.body.data).toMatchObject({ state: 'new', is_mine: false });
    const his = (await api.get('/api/signals?owner=me', { token: manager.token })).body.data;
    expect(his).toMatchObject([{ id: one.id, is_mine: true }]);
  });
});
