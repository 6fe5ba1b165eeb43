import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

test('§1.37 §1.38 §1.39 §1.40 §3.1 §7.9 §9.27 anybody reads the four networks, their keys and whether they are connected', async () => {
  const answer = await api.get('/api/partner');
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject([
    { id: 1, key: 'rn', title: 'РН-Карт', active: true, card_price: 1 },
    { id: 2, key: 'gpn', title: 'Газпромнефть' },
    { id: 3, key: 'third', title: 'Татнефть' },
    { id: 4, key: 'other', title: 'Другие АЗС' },
  ]);
});

test('staff connect a network and set its card’s price; unnamed fields stay', async () => {
  const off = await api.put('/staff/api/partners/3', { token: staff.token, json: { active: false } });
  expect(off.body.data).toMatchObject({ id: 3, active: false, card_price: 1 });
  const priced = await api.put('/staff/api/partners/3', {
    token: staff.token,
    form: { card_price: '250,50' },
  });
  expect(priced.body.data).toMatchObject({ active: false, card_price: 250.5 });
  expect((await api.get('/api/partner')).body.data[2]).toEqual(priced.body.data);
  const free = await api.put('/staff/api/partners/3', {
    token: staff.token,
    json: { active: true, card_price: 0 },
  });
  expect(free.body.data).toMatchObject({ active: true, card_price: 0 });
});

test('a customer has no such call, and nothing changes', async () => {
  const { admin } = await givenCompany(api);
  const before = (await api.get('/api/partner')).body.data;
  const put = await api.put('/staff/api/partners/1', { token: admin.token, json: { active: false } });
  expect(put.status).toBe(404);
  expect((await api.put('/staff/api/partners/1', { json: { active: false } })).status).toBe(401);
  expect((await api.get('/api/partner')).body.data).toEqual(before);
});

test('calls 1: a word that is neither yes nor no disconnects no network', async () => {
  for (const active of ['may', '', 2, null, [], { yes: 1 }]) {
    const answer = await api.put('/staff/api/partners/1', { token: staff.token, json: { active } });
    expect(answer.status, JSON.stringify(active)).toBe(400);
    expect(answer.body.error_messages?.active?.[0]).toMatch(/[а-я]/);
  }
  expect((await api.get('/api/partner')).body.data[0].active).toBe(true);
  for (const [input, meant] of [
    ['0', false],
    ['1', true],
    ['false', false],
    ['true', true],
  ]) {
    const form = { active: String(input) };
    const answer = await api.put('/staff/api/partners/1', { token: staff.token, form });
    expect(answer.body.data.active).toBe(meant);
  }
});

test('a network that is none is 404, and a price that is none 400', async () => {
  const { token } = staff;
  for (const id of [5, Number.MAX_SAFE_INTEGER]) {
    expect((await api.put(`/staff/api/partners/${id}`, { token, json: {} })).status).toBe(404);
  }
  expect((await api.put('/staff/api/partners/x', { token, json: {} })).status).toBe(400);
  for (const price of [-1, '1e3', 1.234, 'дорого', null]) {
    const answer = await api.put('/staff/api/partners/1', { token, json: { card_price: price } });
    expect(answer.status, String(price)).toBe(400);
    expect(answer.body.error_messages?.card_price).toHaveLength(1);
  }
});
