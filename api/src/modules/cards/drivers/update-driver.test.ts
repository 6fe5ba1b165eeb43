import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let driverId: number;
const WOLF = { surname: 'Волков', name: 'Пётр', patronymic: 'Ильич', phone: '79117001122' };

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());

beforeEach(async () => {
  company = await givenCompany(api);
  card = await givenCard(api, company.id);
  const { token } = company.admin;
  driverId = (await api.post('/api/drivers', { token, json: WOLF })).body.data.id;
  await api.post(`/api/card/${card.id}/driver/${driverId}/set`, { token });
});

function correct(json: object, { token = company.admin.token, key }: { token?: string; key?: string } = {}) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return api.put(`/api/drivers/${driverId}`, { token, json, headers });
}

async function givenLink(): Promise<string> {
  const { body } = await api.post(`/api/card/${card.id}/driver-links`, {
    token: company.admin.token,
    json: { driver_id: driverId },
  });
  return new URL(body.data.url).pathname;
}

test('a driver’s name is corrected everywhere, and his links stay', async () => {
  const path = await givenLink();
  const { status, body } = await correct({ ...WOLF, surname: 'Волкова', name: 'Анна', patronymic: '' });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ surname: 'Волкова', name: 'Анна', patronymic: null, links_revoked: 0 });
  const shown = await api.get(`/api/card?id=${card.id}`, { token: company.admin.token });
  expect(JSON.stringify(shown.body)).toContain('Волкова');
  expect((await fetch(new URL(path, api.url))).status).toBe(200);
});

test('another phone ends the links that were sent to the old one, and says so', async () => {
  const path = await givenLink();
  const { body } = await correct({ ...WOLF, phone: '+375 29 123-45-67' });
  expect(body.data).toMatchObject({ phone: '375291234567', links_revoked: 1 });
  expect((await fetch(new URL(path, api.url))).status).toBe(404);
  const links = await api.get(`/api/card/${card.id}/driver-links`, { token: company.admin.token });
  expect(links.body.data).toEqual([]);
  expect((await correct(WOLF)).body.data.links_revoked).toBe(0);
  expect((await fetch(new URL(path, api.url))).status).toBe(404);
});

test('one request key corrects once with one response; another body is refused', async () => {
  await givenLink();
  const next = { ...WOLF, phone: '79117009988' };
  const first = await correct(next, { key: 'driver-1' });
  const second = await correct(next, { key: 'driver-1' });
  expect(first.body.data.links_revoked).toBe(1);
  expect(second.body.data).toEqual(first.body.data);
  expect((await correct(WOLF, { key: 'driver-1' })).status).not.toBe(200);
});

test('nothing of it is for a specialist, another company or a malformed phone', async () => {
  const reader = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await correct(WOLF, { token: reader.token })).status).toBe(403);
  const outsider = await givenCompany(api);
  expect((await correct(WOLF, { token: outsider.admin.token })).status).toBe(404);
  const refused = await correct({ ...WOLF, phone: '+375 29 12' });
  expect(refused.status).toBe(400);
  expect(refused.body.error_messages).toHaveProperty('phone');
  expect((await correct({ name: 'Пётр' })).body.error_messages).toHaveProperty('surname');
});

test('the log names the driver and hides the phone', async () => {
  await correct({ ...WOLF, phone: '79117005566' });
  const log = await api.get('/api/audit?action=updateDriver', { token: company.admin.token });
  expect(log.body.data).toHaveLength(1);
  expect(JSON.stringify(log.body)).not.toContain('79117005566');
});
