import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_VIEWS } from '#contract/companies/views.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson, type GivenCompany } from '../../../testing/givens/factories.ts';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
});
afterAll(() => api?.stop());

const VIEW = { list: 'cards', name: 'Пустые', query: 'status=empty&sort=-sum', shared: false };

async function listNames(token: string): Promise<string[]> {
  const { body } = await api.get('/api/views', { token });
  return body.data.map((view: { name: string }) => view.name);
}

test('a view is its author’s alone until he shares it, and then only he can remove it', async () => {
  const colleague = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  const { token } = company.admin;
  const saved = await api.post('/api/views', { token, json: VIEW });
  expect(saved.body.data).toMatchObject({ ...VIEW, own: true });
  expect(await listNames(colleague.token)).toEqual([]);

  const again = await api.post('/api/views', { token, json: { ...VIEW, query: 'partner=1', shared: true } });
  expect(again.body.data).toMatchObject({ id: saved.body.data.id, query: 'partner=1', shared: true });
  const { body } = await api.get('/api/views', { token: colleague.token });
  expect(body.data).toEqual([{ ...again.body.data, own: false }]);

  const path = `/api/views/${saved.body.data.id}`;
  expect((await api.delete(path, { token: colleague.token })).status).toBe(404);
  expect((await api.delete(path, { token })).status).toBe(200);
  expect((await api.delete(path, { token })).status).toBe(404);
  expect(await listNames(colleague.token)).toEqual([]);
});

test('an admin removes a shared view that a colleague left behind, but no private one', async () => {
  const { token } = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  const ids = [];
  for (const shared of [true, false]) {
    const json = { ...VIEW, name: `Чужой ${shared}`, shared };
    ids.push((await api.post('/api/views', { token, json })).body.data.id);
  }
  const [shared, own] = ids;
  const removal = (id: number, by: string) => api.delete(`/api/views/${id}`, { token: by });
  const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
  expect((await removal(shared, manager.token)).status).toBe(404);
  expect((await removal(shared, company.admin.token)).status).toBe(200);
  expect((await removal(own, company.admin.token)).status).toBe(404);
});

test('a shared view is seen in its own company alone', async () => {
  const other = await givenCompany(api);
  const { token } = company.admin;
  const saved = await api.post('/api/views', { token, json: { ...VIEW, name: 'Общий', shared: true } });
  expect(await listNames(token)).toContain('Общий');
  expect(await listNames(other.admin.token)).toEqual([]);
  expect((await api.delete(`/api/views/${saved.body.data.id}`, { token: other.admin.token })).status).toBe(
    404,
  );
});

test.each([
  ['name', { name: ' ' }],
  ['name', { name: 'я'.repeat(61) }],
  ['list', { list: 'secrets' }],
  ['query', { query: `a=${'1'.repeat(1000)}` }],
  ['query', { query: 'a=1#b' }],
  ['query', { query: 'a=\u0000b' }],
  ['shared', { shared: 'maybe' }],
])('a view with a bad %s is refused in Russian: %o', async (field, wrong) => {
  const { status, body } = await api.post('/api/views', {
    token: company.admin.token,
    json: { ...VIEW, ...wrong },
  });
  expect(status).toBe(400);
  expect(body.error_messages?.[field]?.[0]).toMatch(/[а-яё]/i);
});

test(`a person keeps ${MAX_VIEWS} views of a list, and can still replace one of them`, async () => {
  const { token } = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  for (let at = 0; at < MAX_VIEWS; at += 1) {
    await api.post('/api/views', { token, json: { ...VIEW, name: `Вид ${at}` } });
  }
  const more = await api.post('/api/views', { token, json: { ...VIEW, name: 'Ещё один' } });
  expect(more.status).toBe(409);
  expect(more.body.message).toContain('удалите ненужный');
  expect((await api.post('/api/views', { token, json: { ...VIEW, name: 'Вид 0' } })).status).toBe(200);
  expect((await api.post('/api/views', { token, json: { ...VIEW, list: 'drivers' } })).status).toBe(200);
});
