import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_VIEWS } from '#contract/companies/views.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { givenCompany, givenPerson, givenStaff } from '../../../testing/givens/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());

const VIEW = { list: 'requests', name: 'Новые', query: 'status=1&sort=-sum', shared: false };
const PATH = '/staff/api/views';

async function listNames(token: string): Promise<string[]> {
  const { body } = await api.get(PATH, { token });
  return body.data.map((view: { name: string }) => view.name);
}

test('a staff member’s view is his alone until he shares it, and then all staff see it', async () => {
  const { token } = await givenStaff(api);
  const other = await givenPerson(api, { staffRole: 'owner' });
  const saved = await api.post(PATH, { token, json: VIEW });
  expect(saved.body.data).toMatchObject({ ...VIEW, own: true });
  expect(await listNames(other.token)).toEqual([]);
  const path = `${PATH}/${saved.body.data.id}`;
  expect((await api.delete(path, { token: other.token })).status).toBe(404);

  const again = await api.post(PATH, { token, json: { ...VIEW, query: 'status=2', shared: true } });
  expect(again.body.data).toMatchObject({ id: saved.body.data.id, query: 'status=2', shared: true });
  const { body } = await api.get(PATH, { token: other.token });
  expect(body.data).toEqual([{ ...again.body.data, own: false }]);
  expect((await api.delete(path, { token: other.token })).status).toBe(200);
  expect(await listNames(token)).toEqual([]);
});

test('a company neither reads, saves nor removes a staff view, and the reverse', async () => {
  const { token } = await givenStaff(api);
  const saved = await api.post(PATH, { token, json: { ...VIEW, name: 'Общий', shared: true } });
  const { admin } = await givenCompany(api);
  await api.post('/api/views', {
    token: admin.token,
    json: { ...VIEW, list: 'cards', name: 'Клиента', shared: true },
  });
  expect((await api.get(PATH, { token: admin.token })).status).toBe(404);
  expect((await api.post(PATH, { token: admin.token, json: VIEW })).status).toBe(404);
  expect((await api.delete(`${PATH}/${saved.body.data.id}`, { token: admin.token })).status).toBe(404);
  expect((await api.get(PATH)).status).toBe(401);
  const { body } = await api.get('/api/views', { token: admin.token });
  expect(body.data.map((view: { name: string }) => view.name)).toEqual(['Клиента']);
  const names = await listNames(token);
  expect(names).toContain('Общий');
  expect(names).not.toContain('Клиента');
});

test.each([
  [PATH, 'cards'],
  [PATH, 'secrets'],
  ['/api/views', 'requests'],
])('%s refuses a view of the list «%s», which is not its own', async (path, list) => {
  const { token } = path === PATH ? await givenStaff(api) : (await givenCompany(api)).admin;
  const { status, body } = await api.post(path, { token, json: { ...VIEW, list } });
  expect(status).toBe(400);
  expect(body.error_messages).toEqual({ list: ['Неизвестный список'] });
});

test(`a staff member saves ${MAX_VIEWS} views of a list, and can still replace one`, async () => {
  const { token } = await givenStaff(api);
  for (let at = 0; at < MAX_VIEWS; at += 1)
    await api.post(PATH, { token, json: { ...VIEW, name: `Вид ${at}` } });
  const more = await api.post(PATH, { token, json: { ...VIEW, name: 'Ещё один' } });
  expect(more.status).toBe(409);
  expect(more.body.message).toContain('удалите ненужный');
  expect((await api.post(PATH, { token, json: { ...VIEW, name: 'Вид 0' } })).status).toBe(200);
});

test('a view that is saved or removed leaves a line in the audit log', async () => {
  const { token } = await givenStaff(api);
  const { body } = await api.post(PATH, { token, json: { ...VIEW, list: 'edm' } });
  await api.delete(`${PATH}/${body.data.id}`, { token });
  const lines = await askOwner<{ what: string }>(
    api,
    `select what from audit_event order by id desc limit 2`,
  );
  expect(lines.map(({ what }) => what)).toEqual(['removeStaffView', 'saveStaffView']);
});
