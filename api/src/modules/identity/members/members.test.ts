import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAFF_ROLES } from '#contract/staff-access.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { ensureStaff } from '../../messaging/users/users.ts';

let api: TestApi;
let owner: GivenPerson;
let other: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = await givenStaff(api);
  other = await givenPerson(api, { staffRole: 'owner' });
});
afterAll(() => api.stop());

const invite = (json: object, who = owner) => api.post('/staff/api/members', { token: who.token, json });
const change = (id: number, role: string, who = owner) =>
  api.put(`/staff/api/members/${id}`, { token: who.token, json: { role } });
const confirm = (id: number, who: GivenPerson) =>
  api.post(`/staff/api/approvals/${id}/confirm`, { token: who.token });
const remove = (id: number, who = owner) => api.delete(`/staff/api/members/${id}`, { token: who.token });

test('calls 14: an owner invites a member, who has his rights from his next request on', async () => {
  const answer = await invite({ phone: '+7 (911) 777-00-01', firstname: 'Инна', role: 'auditor' });
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({
    firstname: 'Инна',
    phone: '79117770001',
    role: 'auditor',
    given_by: { id: owner.id },
  });
  const { id } = answer.body.data;
  const { body } = await api.get('/staff/api/members', { token: other.token });
  expect(body.data.map((item: { id: number }) => item.id)).toContain(id);
  expect((await change(id, 'operator')).body.data.role).toBe('operator');
  expect((await remove(id)).status).toBe(200);
  expect((await remove(id)).status).toBe(404);
});

test('only an owner manages the staff, whatever other role asks', async () => {
  for (const role of STAFF_ROLES.filter((staffRole) => staffRole !== 'owner')) {
    const member = await givenPerson(api, { staffRole: role });
    expect((await invite({ phone: '79117770009', firstname: 'Ян', role: 'owner' }, member)).status).toBe(403);
    expect((await change(owner.id, 'auditor', member)).status).toBe(403);
    expect((await remove(owner.id, member)).status).toBe(403);
    expect((await api.get('/staff/api/members', { token: member.token })).status).toBe(200);
  }
});

test('a client’s colleague, a member and an unknown role are refused on their fields', async () => {
  const { admin } = await givenCompany(api);
  const refused = await invite({ phone: admin.phone, firstname: 'Анна', role: 'support' });
  expect(refused.body.error_messages).toHaveProperty('phone');
  expect(
    (await invite({ phone: other.phone, firstname: 'Анна', role: 'support' })).body.error_messages,
  ).toHaveProperty('phone');
  const nonsense = await invite({ phone: '79117770003', firstname: 'Анна', role: 'king' });
  expect(nonsense.body.error_messages).toHaveProperty('role');
});

test('a member can’t change his own role, and an owner loses his by two people only', async () => {
  expect((await change(owner.id, 'auditor')).status).toBe(403);
  expect((await remove(owner.id)).status).toBe(403);
  const third = await givenPerson(api, { staffRole: 'owner' });
  const requested = await change(third.id, 'auditor');
  expect(requested.status).toBe(202);
  const confirmed = await confirm(requested.body.data.approval.id, other);
  expect(confirmed.body.data.outcome).toMatchObject({ id: third.id, role: 'auditor' });
  expect((await change(third.id, 'owner')).status).toBe(202);
});

test('an owner or a treasurer is made by two owners, other roles by one', async () => {
  for (const role of ['owner', 'treasurer'] as const) {
    const phone = role === 'owner' ? '79117770011' : '79117770012';
    const requested = await invite({ phone, firstname: 'Пётр', role });
    expect(requested.status).toBe(202);
    expect(requested.body.data.approval.deed).toBe('inviteMember');
    const { id } = requested.body.data.approval;
    expect((await confirm(id, owner)).status).toBe(403);
    expect((await confirm(id, other)).body.data.outcome).toMatchObject({ role, given_by: { id: owner.id } });
  }
  const operator = await givenPerson(api, { staffRole: 'operator' });
  expect((await change(operator.id, 'treasurer')).status).toBe(202);
  expect((await change(operator.id, 'support')).status).toBe(200);
  const member = await invite({ phone: other.phone, firstname: 'Анна', role: 'owner' });
  expect(member.body.error_messages).toHaveProperty('phone');
});

test('the configured first phone has no right once there is an owner', async () => {
  await ensureStaff(api.ctx.db.system, { phones: ['79117770004'], now: api.clock.now() });
  const found = await rows(
    api.ctx.db.system,
    sql<{ id: number }>`select id from app_user where phone = '79117770004'`,
  );
  expect(found).toEqual([]);
});

test('each change of the staff is in the audit log with what was before and after', async () => {
  const { id } = (await invite({ phone: '79117770005', firstname: 'Олег', role: 'support' })).body.data;
  await change(id, 'operator');
  await remove(id);
  const events = await rows(
    api.ctx.db.system,
    sql<{ what: string; before: unknown; after: unknown }>`
      select what, before, after from audit_event where what like 'member-%' and targets @> ${JSON.stringify([{ kind: 'user', id }])}::jsonb order by id`,
  );
  expect(events).toEqual([
    { what: 'member-invited', before: null, after: { role: 'Поддержка' } },
    { what: 'member-role-changed', before: { role: 'Поддержка' }, after: { role: 'Оператор' } },
    { what: 'member-removed', before: { role: 'Оператор' }, after: { role: null } },
  ]);
});
