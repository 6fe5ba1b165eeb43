import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, givenPerson, type GivenCompany } from '../../../testing/factories.ts';
import { givenSales } from '../../../testing/given-sales.ts';
import { lookForSignals } from './look-for-signals.ts';

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
afterAll(() => api.stop());

test('a filling of more than the tank is told once, taken by a person and judged', async () => {
  await lookForSignals(api.ctx);
  await lookForSignals(api.ctx);
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
  expect(rules.find((one: { key: string }) => one.key === 'over-tank')).toMatchObject({
    found: 1,
    precision: 100,
  });
});

test('another company sees and decides nothing of it', async () => {
  const other = await givenCompany(api);
  expect((await api.get('/api/signals', { token: other.admin.token })).body.data).toEqual([]);
  const asked = { token: other.admin.token, json: { verdict: 'false' } };
  expect((await api.post('/api/signals/1/verdict', asked)).status).toBe(404);
});

test('a rule is tried on the past before anybody is told', async () => {
  const tried = (key: string, from: string) =>
    api.post(`/api/signals/rules/${key}/try`, { token, json: { from, to: '2026-09-20' } });
  expect((await tried('over-tank', '2026-09-01')).body.data).toMatchObject({ looked_at: 2, would_tell: 1 });
  expect((await tried('over-tank', '2026-09-13')).body.data).toMatchObject({ looked_at: 0, would_tell: 0 });
  expect((await tried('no-such-rule', '2026-09-01')).status).toBe(404);
  expect((await tried('over-tank', '2026-09-21')).status).toBe(400);
});
