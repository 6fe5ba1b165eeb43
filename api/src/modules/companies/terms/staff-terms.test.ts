import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

function publish(json: object) {
  return api.post('/staff/api/terms', { token: staff.token, json });
}

async function check(token: string) {
  return (await api.get('/api/termsOfService/check', { token })).body.data;
}

async function versions() {
  const { data, meta } = (await api.get('/staff/api/terms', { token: staff.token })).body;
  return { data: data as { version: number; state: string; accepted: number }[], meta };
}

test('a version with a first day closes the gate on that day, and not before', async () => {
  api.clock.setTo('2026-09-15T09:00:00Z');
  const company = await givenCompany(api);
  const { token } = company.admin;
  await api.post('/api/termsOfService/accept', { token, json: {} });
  const { version } = (await publish({ text: 'Новые условия', begins: '2026-10-01' })).body.data;
  expect(await check(token)).toMatchObject({ result: true, version: version - 1 });
  expect((await versions()).data[0]).toMatchObject({ version, state: 'ahead' });
  // A card that does not exist. After the acceptance it is not found, before it the agreement is required.
  const comment = () => api.post('/api/card/999999/setComment', { token, json: { comment: 'А' } });
  expect((await comment()).status).toBe(404);

  expect((await publish({ text: 'Раньше', begins: '2026-09-20' })).body.error_messages).toMatchObject({
    begins: [expect.stringContaining(`Редакция № ${version} начнётся`)],
  });
  expect((await publish({ text: 'Вчера', begins: '2026-09-14' })).status).toBe(400);

  api.clock.setTo('2026-09-30T20:59:59Z');
  expect((await check(token)).result).toBe(true);
  api.clock.setTo('2026-09-30T21:00:00Z');
  expect(await check(token)).toMatchObject({ result: false, version, text: 'Новые условия' });
  expect((await comment()).status).toBe(403);
  expect((await versions()).data[0]).toMatchObject({ version, state: 'current', accepted: 0 });
});

test('accepted and pending companies of a version are listed by title, and searched', async () => {
  const company = await givenCompany(api);
  const { version } = (await publish({ text: 'Ещё одна редакция' })).body.data;
  const list = async (query: string) => {
    const path = `/staff/api/terms/${version}/acceptances?q=${company.inn}&${query}`;
    return (await api.get(path, { token: staff.token })).body.data;
  };
  expect(await list('state=waiting')).toMatchObject([{ company: { id: company.id }, accepted: null }]);
  await api.post('/api/termsOfService/accept', { token: company.admin.token, json: {} });
  expect(await list('state=waiting')).toEqual([]);
  expect(await list('state=accepted')).toMatchObject([{ accepted: api.clock.now().toISOString() }]);
  const text = await api.get(`/staff/api/terms/${version}`, { token: staff.token });
  expect(text.body.data.text).toBe('Ещё одна редакция');
  expect((await api.get('/staff/api/terms/999999', { token: staff.token })).status).toBe(404);
});
