import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { changePhone } from './change-phone.ts';

const DAY = 24 * 3600;

let api: TestApi;
let staff: GivenPerson;
let second: GivenPerson;
let company: GivenCompany;
let serial = 0;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
  second = await givenPerson(api, { staffRole: 'owner' });
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await givenCompany(api);
});

const ask = (phone: string, more: object = {}) => {
  const json = { phone, new_phone: newPhone(), name: 'Анна Дорожкина', comment: 'Украли в дороге', ...more };
  return api.post('/api/lost-phone', { json });
};
const newPhone = () => `7912${String((serial += 1)).padStart(7, '0')}`;
const listed = async () =>
  (await api.get('/staff/api/phone-changes', { token: staff.token })).body.data as {
    id: number;
    state: string;
    new_phone: string;
    person: { id: number };
  }[];
const readRequest = async (person: GivenPerson) =>
  (await listed()).find((item) => item.person.id === person.id) as { id: number; new_phone: string };
const post = (path: string, who: GivenPerson, json: object = {}) =>
  api.post(path, { token: who.token, json });

/** Asked for, proposed by one of the staff and confirmed by another. */
async function givenAllowed(person = company.admin): Promise<{ id: number; new_phone: string }> {
  await ask(person.phone);
  const change = await readRequest(person);
  const pending = await post(`/staff/api/phone-changes/${change.id}/allow`, staff, {
    reason: 'Звонили директору',
  });
  expect(pending.status).toBe(202);
  const done = await post(`/staff/api/approvals/${pending.body.data.approval.id}/confirm`, second);
  expect(done.body.data.outcome).toMatchObject({ state: 'allowed' });
  return change;
}

async function readPhone({ id }: GivenPerson): Promise<string> {
  const [user] = await rows(
    api.ctx.db.system,
    sql<{ phone: string }>`select phone from app_user where id = ${id}`,
  );
  return user?.phone as string;
}

test('calls 16: a request never reveals whether the phone is in use', async () => {
  const known = await ask(company.admin.phone);
  const again = await ask(company.admin.phone);
  const unknown = await ask('79129999999');
  for (const answer of [known, again, unknown])
    expect([answer.status, answer.body]).toEqual([200, { code: 200, data: {} }]);
  expect((await listed()).filter((item) => item.person.id === company.admin.id)).toHaveLength(1);
  const same = await ask(company.admin.phone, { new_phone: company.admin.phone });
  expect(same.body.error_messages).toHaveProperty('new_phone');
});

test('two staff members and a day replace a lost phone, and its sessions end', async () => {
  const { id, new_phone: phone } = await givenAllowed();
  await changePhone(api.ctx, id);
  expect(await readPhone(company.admin)).toBe(company.admin.phone);
  api.clock.advanceSeconds(DAY);
  await changePhone(api.ctx, id);
  expect(await readPhone(company.admin)).toBe(phone);
  expect((await api.get('/api/users/profile', { token: company.admin.token })).status).toBe(401);
  await changePhone(api.ctx, id);
  expect((await listed()).find((item) => item.id === id)?.state).toBe('done');
});

test('the old phone is notified at once, without a link, and everything is audited', async () => {
  const { id } = await givenAllowed();
  const notices = await rows(
    api.ctx.db.system,
    sql<{ phone: string; text: string }>`
      select phone, text from security_sms where user_id = ${company.admin.id} order by id`,
  );
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({ phone: company.admin.phone });
  expect(notices[0]?.text).toMatch(/потерян\..*раздел «Безопасность»/);
  expect(notices[0]?.text).not.toContain('http');
  const events = await rows(
    api.ctx.db.system,
    sql<{ what: string }>`
      select what from audit_event where targets @> ${JSON.stringify([{ kind: 'phone-change', id }])}::jsonb order by id`,
  );
  expect(events.map((event) => event.what)).toEqual(['phone-change-asked', 'phone-change-allowed']);
});

test('the old phone’s owner stops the change within the day', async () => {
  const { id } = await givenAllowed();
  const own = { token: company.admin.token };
  const { body } = await api.get('/api/users/phone-change', own);
  expect(body.data.pending.new_phone).toMatch(/\*/);
  expect((await api.delete('/api/users/phone-change', own)).status).toBe(200);
  expect((await api.delete('/api/users/phone-change', own)).status).toBe(404);
  api.clock.advanceSeconds(DAY);
  await changePhone(api.ctx, id);
  expect(await readPhone(company.admin)).toBe(company.admin.phone);
});

test('one staff member alone changes no phone, and either refuses it within the day', async () => {
  await ask(company.admin.phone);
  const { id } = await readRequest(company.admin);
  const pending = await post(`/staff/api/phone-changes/${id}/allow`, staff, { reason: 'Звонили' });
  const own = await post(`/staff/api/approvals/${pending.body.data.approval.id}/confirm`, staff);
  expect(own.status).toBe(403);
  await post(`/staff/api/approvals/${pending.body.data.approval.id}/confirm`, second);
  const declined = await post(`/staff/api/phone-changes/${id}/decline`, staff, {
    reason: 'Директор не звонил',
  });
  expect(declined.body.data.state).toBe('declined');
  await changePhone(api.ctx, id);
  expect(await readPhone(company.admin)).toBe(company.admin.phone);
});

test('a phone in use is not given away, neither at once nor a day later', async () => {
  const outsider = await givenPerson(api);
  await ask(company.admin.phone, { new_phone: outsider.phone });
  const { id } = await readRequest(company.admin);
  const refused = await post(`/staff/api/phone-changes/${id}/allow`, staff, { reason: 'Звонили' });
  expect(refused.status).toBe(409);
  const other = (await givenCompany(api)).admin;
  const late = await givenAllowed(other);
  await givenPerson(api, { phone: late.new_phone });
  api.clock.advanceSeconds(DAY);
  await changePhone(api.ctx, late.id);
  expect(await readPhone(other)).toBe(other.phone);
  expect((await listed()).find((item) => item.id === late.id)?.state).toBe('declined');
});
