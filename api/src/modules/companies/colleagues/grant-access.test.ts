import { innProblem } from '#contract/values/inn.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson, type GivenPerson } from '../../../testing/givens/factories.ts';

/** The embedded registry knows it, and it is free to join. */
const INN = '5047123455';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const check = async ({ token }: GivenPerson, inn = INN) =>
  (await api.get(`/api/accept/check?inn=${inn}`, { token })).body.data.access;
const ask = ({ token }: GivenPerson, inn = INN) => api.post('/api/users/access', { token, json: { inn } });
const waiting = async ({ token }: GivenPerson) => (await api.get('/api/users/access', { token })).body.data;
const decide = ({ token }: GivenPerson, id: number, action: string, json = {}) =>
  api.post(`/api/users/access/${id}/${action}`, { token, json });

test('§5.9 a user who knows a client’s INN asks its admin, and is let in', async () => {
  const second = await givenPerson(api);
  expect(await check(second)).toBeNull();
  expect((await ask(second)).body.error_messages).toHaveProperty('inn');
  const { admin } = await givenCompany(api, { inn: INN });
  expect(await check(second)).toBe('closed');
  expect(await check(admin)).toBeNull();

  expect((await ask(second)).body.data).toEqual({ access: 'asked' });
  expect((await ask(second)).status).toBe(200);
  expect(await check(second)).toBe('asked');
  const [requested, ...more] = await waiting(admin);
  expect(more).toEqual([]);
  expect(requested).toMatchObject({ phone: second.phone, asked_at: expect.any(String) });

  expect((await decide(admin, requested.id, 'decline')).status).toBe(200);
  expect((await decide(admin, requested.id, 'decline')).status).toBe(404);
  expect(await check(second)).toBe('declined');
  expect(await waiting(admin)).toEqual([]);

  await ask(second);
  const [again] = await waiting(admin);
  const granted = await decide(admin, again.id, 'grant', { role_id: 10 });
  expect(granted.body.data).toMatchObject({ phone: second.phone, role_id: 10 });
  expect(await waiting(admin)).toEqual([]);
  const profile = await api.get('/api/users/profile', { token: second.token });
  expect(profile.body).toMatchObject({ data: { company: { inn: INN } }, permissions: [expect.any(String)] });
  expect((await ask(second)).status).toBe(409);
  const events = await rows(
    api.ctx.db.system,
    sql<{
      what: string;
    }>`select what from audit_event where company_id = ${admin.companyId ?? 0} order by id`,
  );
  expect(events.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['access-asked', 'access-declined', 'colleague-invited']),
  );
});

test('a user who accepts an invitation has no open requests left', async () => {
  const { admin, inn } = await givenCompany(api, { inn: '7707083893' });
  const person = await givenPerson(api);
  await ask(person, inn);
  expect(await waiting(admin)).toHaveLength(1);
  const json = { phone: person.phone, firstname: 'Иван', lastname: 'Рябов', role_id: 10 };
  const invited = await api.post('/api/users', { token: admin.token, json });
  expect(invited.status).toBe(200);
  expect(await waiting(admin)).toHaveLength(1);
  await api.post(`/api/invitations/${invited.body.data.id}/accept`, { token: person.token });
  expect(await waiting(admin)).toEqual([]);
});

test('a user waits for the answers of at most five companies', async () => {
  const curious = await givenPerson(api);
  const inns = Array.from({ length: 100 }, (_, place) => String(7_700_000_000 + place)).filter(
    (inn) => innProblem(inn) === null,
  );
  const requested = [];
  for (const inn of inns.slice(0, 6)) {
    await givenCompany(api, { inn });
    requested.push((await ask(curious, inn)).status);
  }
  expect(requested).toEqual([200, 200, 200, 200, 200, 409]);
});

test('§6.17 a request for access is decided by an admin of that company alone', async () => {
  const company = await givenCompany(api, { inn: '500100732259' });
  const other = await givenCompany(api);
  const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
  const second = await givenPerson(api);
  expect((await ask(second, company.inn)).status).toBe(200);
  const [requested] = await waiting(company.admin);
  expect(await waiting(other.admin)).toEqual([]);
  for (const action of ['grant', 'decline']) {
    expect((await decide(other.admin, requested.id, action, { role_id: 10 })).status).toBe(404);
    expect((await decide(manager, requested.id, action, { role_id: 10 })).status).toBe(403);
    expect((await decide(second, requested.id, action, { role_id: 10 })).status).toBe(403);
  }
  expect((await decide(company.admin, requested.id, 'grant', { role_id: 1 })).status).toBe(400);
  expect((await ask(second, '12')).status).toBe(400);
});
