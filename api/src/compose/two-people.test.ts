import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenCompany, givenPerson, givenStaff, type GivenPerson } from '../testing/givens/factories.ts';
import { SUBJECTS } from '../modules/identity/approvals/subject.ts';
import { TWO_PEOPLE } from './two-people.ts';

let api: TestApi;
let owner: GivenPerson;
let second: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = await givenStaff(api);
  second = await givenPerson(api, { staffRole: 'owner' });
});
afterAll(() => api.stop());

const post = (path: string, json: object, who = owner) => api.post(path, { token: who.token, json });
async function confirmed(path: string, json: object) {
  const pending = await post(path, json);
  expect(pending.status).toBe(202);
  return post(`/staff/api/approvals/${pending.body.data.approval.id}/confirm`, {}, second);
}

test('every call that may need two people has a rule and a subject, and no other has', () => {
  const declared = allCalls.filter((call) => call.secondPerson).map((call) => call.name);
  expect(declared.toSorted()).toEqual(Object.keys(TWO_PEOPLE).toSorted());
  expect(declared.toSorted()).toEqual(Object.keys(SUBJECTS).toSorted());
});

test('a tariff begins and ends by two people', async () => {
  const input = { change: 'discount', rate: 2, first_day: '2026-10-01' };
  const made = await confirmed('/staff/api/tariffs', input);
  expect(made.body.data.outcome).toMatchObject({ change: 'discount', state: 'planned' });
  const { id } = made.body.data.outcome;
  const ended = await confirmed(`/staff/api/tariffs/${id}/end`, { reason: 'Передумали' });
  expect(ended.body.data.outcome.state).toBe('withdrawn');
  const past = await post('/staff/api/tariffs', { ...input, first_day: '2026-09-01' });
  expect(past.body.error_messages).toHaveProperty('first_day');
});

test('two people change when new cards begin to work, one says how few are few', async () => {
  const path = '/staff/api/card-stock/settings';
  expect((await post(path, { activates_on_receipt: false, low_below: 70 })).body.data.low_below).toBe(70);
  const pending = await post(path, { activates_on_receipt: true, low_below: 70 });
  expect(pending.status).toBe(202);
  expect((await api.get('/staff/api/card-stock', { token: owner.token })).body.data).toMatchObject({
    activates_on_receipt: false,
  });
  expect((await post(path, { activates_on_receipt: true, low_below: 60 })).status).toBe(409);
  const confirmation = `/staff/api/approvals/${pending.body.data.approval.id}/confirm`;
  expect((await post(confirmation, {}, second)).body.data.outcome).toMatchObject({
    activates_on_receipt: true,
    low_below: 70,
  });
  expect((await confirmed(path, { activates_on_receipt: false, low_below: 70 })).status).toBe(200);
});

test('two people block a client, one unblocks it, and two give it an admin', async () => {
  const company = await givenCompany(api);
  const block = `/staff/api/clients/${company.id}`;
  expect((await confirmed(`${block}/block`, { reason: 'Проверка' })).status).toBe(200);
  expect((await post(`${block}/unblock`, { reason: 'Всё в порядке' })).status).toBe(200);
  const claimant = await givenPerson(api);
  const json = { phone: claimant.phone, former_admins: 'specialist', reason: 'Доверенность № 4' };
  expect((await confirmed(`${block}/admin`, json)).status).toBe(200);
  const profile = await api.get('/api/users/profile', { token: claimant.token });
  expect(profile.body.data.company.id).toBe(company.id);
  expect(profile.body.permissions).toHaveLength(3);
});

test('only a user who may become an admin is proposed as one', async () => {
  const company = await givenCompany(api);
  const json = { phone: '79995550199', former_admins: 'none', reason: 'Доверенность № 5' };
  for (const phone of [json.phone, second.phone]) {
    const refused = await post(`/staff/api/clients/${company.id}/admin`, { ...json, phone });
    expect([refused.status, Object.keys(refused.body.error_messages ?? {})]).toEqual([400, ['phone']]);
  }
});

test('a lost second factor is taken away by two people, and every session ends', async () => {
  const member = await givenPerson(api, { staffRole: 'operator' });
  const path = `/staff/api/people/${member.id}/remove-factors`;
  expect((await confirmed(path, { reason: 'Видели паспорт' })).status).toBe(200);
  expect((await api.get('/staff/api/members', { token: member.token })).status).toBe(401);
  expect((await post('/staff/api/people/999999999/remove-factors', { reason: 'Нет' })).status).toBe(404);
});
