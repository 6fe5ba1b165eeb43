import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';

let api: TestApi;
let owner: GivenPerson;
let operator: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = await givenStaff(api);
  operator = await givenPerson(api, { staffRole: 'operator' });
});

afterAll(() => api.stop());

async function givenRequest(): Promise<number> {
  return (await givenOrder(api, (await givenCompany(api)).admin)).id;
}

const post = (person: GivenPerson, path: string, json: object) =>
  api.post(`/staff/api${path}`, { token: person.token, json });

async function listIds(person: GivenPerson, path: string): Promise<number[]> {
  const { body } = await api.get(`/staff/api${path}`, { token: person.token });
  return body.data.map(({ id }: { id: number }) => id);
}

test('a request that a member takes has his name, and is among his own', async () => {
  const id = await givenRequest();
  expect(await listIds(operator, '/requests?owner=none')).toContain(id);
  const { body } = await post(operator, '/requests/take', { ids: [id] });
  expect(body.data).toEqual({ taken: [id] });
  const { data } = (await api.get(`/staff/api/requests/${id}`, { token: owner.token })).body;
  expect(data.owner).toEqual({
    id: operator.id,
    firstname: 'Анна',
    lastname: 'Дорожкина',
    taken_at: api.clock.now().toISOString(),
  });
  expect(await listIds(operator, '/requests?owner=me')).toContain(id);
  expect(await listIds(owner, '/requests?owner=me')).not.toContain(id);
  expect(await listIds(owner, '/requests?owner=none')).not.toContain(id);
  const events = await api.get('/staff/api/audit?q=', { token: owner.token });
  expect(events.body.data).toContainEqual(
    expect.objectContaining({
      action: 'tasks-taken',
      targets: [expect.objectContaining({ kind: 'request', id })],
    }),
  );
});

test('of two members who take the same requests each gets those that are free', async () => {
  const [first, second] = [await givenRequest(), await givenRequest()];
  expect((await post(operator, '/requests/take', { ids: [first] })).body.data).toEqual({ taken: [first] });
  const both = { ids: [first, second] };
  expect((await post(owner, '/requests/take', both)).body.data).toEqual({ taken: [second] });
  expect((await post(owner, '/requests/take', both)).body.data).toEqual({ taken: [second] });
});

test('a task that is given back is free, also that of a colleague', async () => {
  const id = await givenRequest();
  await post(operator, '/requests/take', { ids: [id] });
  expect((await post(owner, '/requests/release', { ids: [id] })).body.data).toEqual({ released: [id] });
  expect((await post(owner, '/requests/release', { ids: [id] })).body.data).toEqual({ released: [] });
  expect(await listIds(owner, '/requests?owner=none')).toContain(id);
});

test('a decided request can’t be taken, and leaves the list of its owner', async () => {
  const [mine, decided] = [await givenRequest(), await givenRequest()];
  await post(operator, '/requests/take', { ids: [mine] });
  for (const id of [mine, decided])
    expect((await post(owner, `/requests/${id}/reject`, { reason: 'Нет' })).status).toBe(200);
  expect((await post(operator, '/requests/take', { ids: [decided, 999_999] })).body.data).toEqual({
    taken: [],
  });
  expect(await listIds(operator, '/requests?owner=me')).not.toContain(mine);
});

test('payments that wait are taken and given back in the same way', async () => {
  const sums = ['300', '100'];
  for (const sum of sums)
    await givenBankFile(api, owner, makeStatement(bankFileDocument({ inn: '7707083893', sum })));
  const ids = (await listIds(owner, '/payments?state=waiting&sort=sum')).slice(0, 2);
  expect((await post(owner, '/payments/take', { ids })).body.data.taken).toEqual(
    ids.toSorted((a, b) => a - b),
  );
  expect(await listIds(owner, '/payments?owner=me&sort=sum')).toEqual(ids);
  expect(await listIds(owner, '/payments?owner=none')).toEqual([]);
  expect((await post(owner, '/payments/release', { ids: ids.slice(0, 1) })).body.data.released).toHaveLength(
    1,
  );
  expect(await listIds(owner, '/payments?owner=none')).toEqual(ids.slice(0, 1));
});

test('only a role that decides takes a task, and an empty choice is refused', async () => {
  const treasurer = await givenPerson(api, { staffRole: 'treasurer' });
  const support = await givenPerson(api, { staffRole: 'support' });
  for (const verb of ['take', 'release']) {
    expect((await post(operator, `/payments/${verb}`, { ids: [1] })).status).toBe(403);
    expect((await post(treasurer, `/requests/${verb}`, { ids: [1] })).status).toBe(403);
    expect((await post(support, `/requests/${verb}`, { ids: [1] })).status).toBe(403);
    expect((await post(owner, `/requests/${verb}`, { ids: [] })).status).toBe(400);
  }
  expect((await api.get('/staff/api/requests?owner=him', { token: owner.token })).status).toBe(400);
});
