import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ERASED_PERSON } from '#contract/identity/personal-data.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';
import { givenAddress, listEmailsTo } from '../../../testing/emails.ts';

let api: TestApi;
let staff: GivenPerson;
let second: GivenPerson;
let company: GivenCompany;
let colleague: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
  second = await givenPerson(api, { staffRole: 'owner' });
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  colleague = await givenPerson(api, { companyId: company.id, role: 'manager' });
});

const REASON = 'Письмо от 25 ноября';
const ask = ({ token }: GivenPerson) => api.post('/api/users/erasure', { token, json: {} });
const propose = ({ id }: { id: number }, who = staff) =>
  api.post(`/staff/api/people/${id}/erase`, { token: who.token, json: { reason: REASON } });

/** Proposed by one of the staff and confirmed by another. */
async function erase(person: GivenPerson) {
  const pending = await propose(person);
  expect(pending.status).toBe(202);
  const path = `/staff/api/approvals/${pending.body.data.approval.id}/confirm`;
  return api.post(path, { token: second.token, json: {} });
}

const userRow = (id: number) =>
  getOnlyRow(
    api.ctx.db.system,
    sql<Record<string, unknown>>`
      select phone, firstname, lastname, email, company_id, role, erased_at is not null as erased
      from app_user where id = ${id}`,
  );

async function countRows(table: string, userId: number, where = sql`user_id = ${userId}`): Promise<number> {
  const { count } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${where}`,
  );
  return count;
}

test('calls 21: the file of one’s data holds one’s own and no code, token or hash', async () => {
  const code = await givenCode(api, company.admin, 'order');
  await givenAddress(api, company.admin, { confirmed: true });
  await api.post('/api/users', {
    token: company.admin.token,
    json: { phone: '79125550199', firstname: 'Пётр', lastname: 'Чужой', role: 'manager' },
  });
  const reply = await api.get('/api/users/my-data', { token: company.admin.token });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(reply.headers.get('content-disposition')).toContain('attachment');
  const text = reply.bytes.toString();
  const data = JSON.parse(text);
  expect(data.profile).toMatchObject({ phone: company.admin.phone, firstname: 'Анна' });
  expect(data.sessions.length).toBeGreaterThan(0);
  expect(data.sms_of_codes[0].text).toMatch(/^Код •+: /);
  expect(data.letters.length).toBeGreaterThan(0);
  expect(text).not.toContain(`Код ${code}`);
  expect(text).not.toContain(company.admin.token);
  expect(text).not.toMatch(/_hash|sealed|79125550199/);
  const again = JSON.parse(
    (await api.get('/api/users/my-data', { token: company.admin.token })).bytes.toString(),
  );
  expect(again.deeds[0]).toMatchObject({ what: 'my-data-taken', title: 'Скачаны свои данные' });
});

test('a session without a fresh code gets no copy, no link to one, and no erasure', async () => {
  const stale = await givenPerson(api, {
    companyId: company.id,
    role: 'manager',
    codeAt: new Date('2020-01-01'),
  });
  const refused = await api.get('/api/users/my-data', { token: stale.token });
  expect([refused.status, JSON.parse(refused.bytes.toString()).reason]).toEqual([403, 'code']);
  const json = { path: '/api/users/my-data' };
  const { body } = await api.post('/api/downloads/ticket', { token: stale.token, json });
  expect((await api.get(`/api/users/my-data?xAuthToken=${body.data.ticket}`)).status).toBe(403);
  expect((await ask(stale)).body.reason).toBe('code');
  const fresh = await api.post('/api/downloads/ticket', { token: colleague.token, json });
  expect((await api.get(`/api/users/my-data?xAuthToken=${fresh.body.data.ticket}`)).status).toBe(200);
});

test('a request for erasure is shown to staff, and can be taken back', async () => {
  const first = await ask(colleague);
  api.clock.advanceSeconds(60);
  expect((await ask(colleague)).body).toEqual(first.body);
  const list = async () =>
    (await api.get('/staff/api/erasures', { token: staff.token })).body.data as { person: { id: number } }[];
  expect((await list()).map((item) => item.person.id)).toContain(colleague.id);
  const read = await api.get('/api/users/erasure', { token: colleague.token });
  expect(read.body.data).toEqual({ asked_at: first.body.data.asked_at, obstacle: null, declined: null });
  expect((await api.delete('/api/users/erasure', { token: colleague.token })).status).toBe(200);
  expect((await api.delete('/api/users/erasure', { token: colleague.token })).status).toBe(404);
  expect((await list()).map((item) => item.person.id)).not.toContain(colleague.id);
});

test('a declined request leaves the list, and its user reads why and may ask again', async () => {
  const email = await givenAddress(api, colleague, { confirmed: true });
  await ask(colleague);
  const decline = (json: object, { token } = staff) =>
    api.post(`/staff/api/people/${colleague.id}/decline-erasure`, { token, json });
  const count = async () =>
    (await api.get('/staff/api/queues', { token: staff.token })).body.data.erasures as number;
  const before = await count();
  expect((await decline({ reason: ' ' })).status).toBe(400);
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  expect((await decline({ reason: 'Нет' }, auditor)).status).toBe(403);
  expect((await decline({ reason: 'Нет' }, company.admin)).status).toBe(404);
  const reason = 'Идёт спор о долге компании';
  expect((await decline({ reason })).status).toBe(200);
  expect(await count()).toBe(before - 1);
  expect((await decline({ reason })).status).toBe(404);
  const own = async () =>
    (await api.get('/api/users/erasure', { token: colleague.token })).body.data as Record<string, unknown>;
  expect(await own()).toMatchObject({ asked_at: null, declined: { reason } });
  const [sentEmail] = await listEmailsTo(api, email);
  expect([sentEmail?.subject, sentEmail?.plain]).toEqual([
    'Просьба удалить ваши данные отклонена',
    expect.stringContaining(reason),
  ]);
  const sms = await rows(
    api.ctx.db.system,
    sql<{ text: string }>`select text from security_sms where user_id = ${colleague.id}
      and event = 'erasure-declined'`,
  );
  expect(sms).toEqual([{ text: expect.not.stringContaining(reason) }]);
  const log = await api.get('/staff/api/audit?action=erasure-declined', { token: staff.token });
  expect(log.body.data[0]).toMatchObject({ actor: { id: staff.id } });
  api.clock.advanceSeconds(60);
  await ask(colleague);
  expect(await own()).toMatchObject({ asked_at: expect.any(String), declined: null });
});

test('a wish is not declined while an erasure of the person waits for a second member', async () => {
  await ask(colleague);
  expect((await propose(colleague)).status).toBe(202);
  const path = `/staff/api/people/${colleague.id}/decline-erasure`;
  const refused = await api.post(path, { token: staff.token, json: { reason: 'Нет' } });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Решениях вдвоём')]);
});

test('two of the staff erase a person: what names him goes, what he did stays', async () => {
  await givenAddress(api, colleague, { confirmed: true });
  await givenCode(api, colleague, 'order');
  await ask(colleague);
  const recordedActions = await countRows('audit_event', colleague.id);
  const codes = await countRows('sms_code', colleague.id);
  expect((await erase(colleague)).body.data.outcome).toMatchObject({ id: colleague.id });
  expect(await userRow(colleague.id)).toEqual({
    phone: `70${String(colleague.id).padStart(9, '0')}`,
    firstname: ERASED_PERSON,
    lastname: null,
    email: null,
    company_id: null,
    role: 'none',
    erased: true,
  });
  expect((await api.get('/api/users/profile', { token: colleague.token })).status).toBe(401);
  for (const table of ['letter', 'known_device', 'security_sms', 'second_factor', 'phone_change'])
    expect([table, await countRows(table, colleague.id)]).toEqual([table, 0]);
  expect(await countRows('audit_event', colleague.id)).toBe(recordedActions);
  expect([await countRows('sms_code', colleague.id), codes > 0]).toEqual([codes, true]);
  const stored = await rows(
    api.ctx.db.system,
    sql<{ text: string }>`
      select a::text || coalesce((select string_agg(title || details::text, '') from approval), '') as text
      from audit_event a where what = 'person-erased'`,
  );
  expect(stored[0]?.text).not.toMatch(new RegExp(`${colleague.phone}|Дорожкина`));
  const log = await api.get(`/staff/api/audit?actor=${colleague.id}`, { token: staff.token });
  expect(log.body.data[0].actor).toMatchObject({ name: ERASED_PERSON });
  const again = await propose(colleague);
  expect([again.status, again.body.message]).toEqual([409, 'Данные этого человека уже удалены']);
});

test('an erased user’s phone is free, and the placeholder can’t sign in', async () => {
  await erase(colleague);
  const requested = (phone: string) =>
    api.post('/api/send-to-driver', { json: { route: 'auth/register', phone, recaptchaToken: 'any' } });
  expect((await requested(colleague.phone)).status).toBe(200);
  const refused = await requested((await userRow(colleague.id)).phone as string);
  expect([refused.status, refused.body.message]).toEqual([400, 'Неверный номер телефона']);
});

test('the last admin, staff and authors of open orders are not erased', async () => {
  const alone = await ask(company.admin);
  expect([alone.status, alone.body.message]).toEqual([
    409,
    expect.stringContaining('Единственный администратор'),
  ]);
  expect((await propose(company.admin)).status).toBe(409);
  await givenPerson(api, { companyId: company.id, role: 'admin' });
  expect((await ask(company.admin)).status).toBe(200);
  await givenOrder(api, company.admin);
  expect((await ask(company.admin)).body.message).toContain('Заявка на карты');
  expect((await propose(second)).body.message).toContain('сотрудников программы');
  expect((await propose({ id: 999_999 })).status).toBe(404);
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  expect((await propose(colleague, auditor)).status).toBe(403);
  expect((await propose(colleague, company.admin)).status).toBe(404);
});

test('an obstacle that arises between proposal and confirmation stops the erasure', async () => {
  const pending = await propose(colleague);
  await givenOrder(api, colleague);
  const path = `/staff/api/approvals/${pending.body.data.approval.id}/confirm`;
  expect((await api.post(path, { token: second.token, json: {} })).status).toBe(409);
  expect((await userRow(colleague.id)).erased).toBe(false);
});

test('the record that a driver was informed is optional, and stored when given', async () => {
  const add = (more: object) =>
    api.post('/api/drivers', { token: colleague.token, json: { surname: 'Рулёв', name: 'Олег', ...more } });
  const informed = (await add({ told: true })).body.data;
  const untold = (await add({})).body.data;
  const input = await rows(
    api.ctx.db.system,
    sql<{ told_by: number | null; told: boolean }>`
      select told_by, told_at is not null as told from driver where id in (${informed.id}, ${untold.id}) order by id`,
  );
  expect(input).toEqual([
    { told_by: colleague.id, told: true },
    { told_by: null, told: false },
  ]);
  const log = await api.get('/api/audit?action=driver-told', { token: company.admin.token });
  expect(log.body.data).toHaveLength(1);
  expect((await add({ told: 'maybe' })).status).toBe(400);
  expect((await api.delete(`/api/drivers/${informed.id}`, { token: colleague.token })).status).toBe(200);
  expect(await countRows('driver', 0, sql`id = ${informed.id}`)).toBe(0);
});
