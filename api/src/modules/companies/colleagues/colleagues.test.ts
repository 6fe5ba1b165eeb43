import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { sendInvitationSms } from './send-invitation-sms.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';

let api: TestApi;
let company: GivenCompany;
let admin: GivenPerson;
let serial = 0;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  admin = company.admin;
});
afterAll(() => api.stop());

function newPhone(): string {
  serial += 1;
  return `7933${String(serial).padStart(7, '0')}`;
}

function attach(by: GivenPerson, id: number, roleId: number | string): Promise<ApiResponse> {
  return api.post(`/api/users/attachRoles?id=${id}&role_id=${roleId}`, { token: by.token });
}

function detach(by: GivenPerson, id: number): Promise<ApiResponse> {
  return api.post('/api/users/detachRoles', { token: by.token, json: { id } });
}

function invite(by: GivenPerson, phone: string, more: object = {}): Promise<ApiResponse> {
  const json = { phone, firstname: 'Олег', lastname: 'Рулевой', role_id: 10, ...more };
  return api.post('/api/users', { token: by.token, json });
}

async function countPermissions(person: GivenPerson): Promise<number> {
  return (await api.get('/api/users/profile', { token: person.token })).body.permissions.length;
}

it('with no surname, sent empty or as null as the list writes it, is invited', async () => {
  const { admin } = await givenCompany(api);
  expect((await invite(admin, '79660000901', { lastname: null })).status).toBe(200);
  const form = { phone: '79660000902', firstname: 'Олег', lastname: '', role_id: 10 };
  expect((await api.post('/api/users', { token: admin.token, form })).status).toBe(200);
});

/** Locks these users until each request, sent after the one before it, waits for a lock, then releases all. */
async function runConcurrently(
  expected: readonly GivenPerson[],
  send: readonly (() => Promise<ApiResponse>)[],
): Promise<ApiResponse[]> {
  const { system } = api.ctx.db;
  return system
    .transaction()
    .execute(async (tx) => {
      await sql`select from app_user where id = any(${expected.map(({ id }) => id)}::bigint[]) for update`.execute(
        tx,
      );
      const sent: Promise<ApiResponse>[] = [];
      for (const item of send) {
        sent.push(item());
        await waitUntilWaiting(api, sent.length);
      }
      return sent;
    })
    .then((sent) => Promise.all(sent));
}

describe('the list of colleagues', () => {
  it('the list shows only one’s own company (§3.20, §7.52)', async () => {
    const other = await givenCompany(api);
    const reply = await api.get('/api/users', { token: admin.token });
    expect(reply.body.data).toContainEqual({
      id: admin.id,
      firstname: 'Анна',
      lastname: 'Дорожкина',
      phone: admin.phone,
      permissions: ['cabinet.read', 'cabinet.write', 'colleagues.manage'],
      role_id: 8,
    });
    expect(reply.body.data.map((item: { id: number }) => item.id)).not.toContain(other.admin.id);
  });

  it('only an admin changes roles and removes a colleague; a refusal has its reason (§6.12, §6.17, §7.52)', async () => {
    for (const role of ['manager', 'specialist', 'none'] as const) {
      const person = await givenPerson(api, { companyId: company.id, role });
      const refused = { code: 403, message: 'Недостаточно прав', error_message: 'Недостаточно прав' };
      expect((await api.get('/api/users', { token: person.token })).body).toEqual(refused);
      expect((await attach(person, admin.id, 10)).body).toEqual(refused);
      expect((await detach(person, admin.id)).body).toEqual(refused);
      expect((await invite(person, newPhone())).body).toEqual(refused);
    }
    const outside = await api.get('/api/users');
    expect(outside.body).toMatchObject({ code: 401, error_message: outside.body.message });
    expect((await api.get('/api/users', { token: (await givenPerson(api)).token })).status).toBe(403);
  });
});

describe('a role', () => {
  it('a role changes at once, up and down (§1.22, §6.13, §6.16, §7.53, §7.54, §9.26)', async () => {
    const person = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    for (const [roleId, count] of [
      [9, 2],
      [8, 3],
      [10, 1],
    ] as const) {
      expect((await attach(admin, person.id, roleId)).body.data).toMatchObject({
        id: person.id,
        role_id: roleId,
      });
      expect(await countPermissions(person)).toBe(count);
    }
    expect((await detach(admin, person.id)).body.data).toMatchObject({ permissions: [], role_id: null });
    expect(await countPermissions(person)).toBe(0);
    expect((await api.get('/api/card', { token: person.token })).status).toBe(403);
    const trace = await rows(
      api.ctx.db.system,
      sql<{ details: object }>`
        select details from audit_event where what = 'role-changed' and (details ->> 'colleagueId')::bigint = ${person.id} order by id`,
    );
    expect(trace.map(({ details }) => details)).toHaveLength(4);
    expect(trace[0]?.details).toMatchObject({ from: 'specialist', to: 'manager' });
  });

  it('a removed role hides the company’s figures in the profile too (§1.22, §7.54)', async () => {
    const own = await givenCompany(api, { creditKopecks: 250_000_00 });
    const person = await givenPerson(api, { companyId: own.id, role: 'manager' });
    await sql`
      update company set credit_days_for_payment = 7, credit_days_without_payment = 3, threshold_kopecks = 900000,
        edm_state = 'accepted' where id = ${own.id}`.execute(api.ctx.db.system);
    const readClient = async () =>
      (await api.get('/api/users/profile', { token: person.token })).body.data.company.client;
    expect(await readClient()).toMatchObject({ creditSum: 250_000, threshold: 9000, uses_edo: true });
    expect((await detach(own.admin, person.id)).status).toBe(200);
    const terms = await api.get('/api/termsOfService/check', { token: person.token });
    expect(terms.body.data).toMatchObject({ result: false, terms_accepted_at: null });
    expect(await readClient()).toEqual({
      id: own.id,
      creditSum: 0,
      creditDaysForPayment: 0,
      creditDaysWithoutPayment: 0,
      threshold: null,
      uses_edo: false,
      terms_accepted_at: null,
      block: null,
    });
  });

  it('a user can’t change his own role (§6.18)', async () => {
    for (const reply of [await attach(admin, admin.id, 10), await detach(admin, admin.id)]) {
      expect(reply.body).toEqual({
        code: 403,
        message: 'Свою роль изменить нельзя',
        error_message: 'Свою роль изменить нельзя',
      });
    }
    expect(await countPermissions(admin)).toBe(3);
  });

  it('the role of another company’s colleague is not found', async () => {
    const other = await givenCompany(api);
    for (const reply of [await attach(admin, other.admin.id, 10), await detach(admin, other.admin.id)]) {
      expect(reply.body).toMatchObject({ code: 404, error_message: 'Сотрудник не найден' });
    }
    expect((await detach(admin, 999_999)).status).toBe(404);
    expect(await countPermissions(other.admin)).toBe(3);
  });

  it('a role that does not exist is refused: there are three (§6.21)', async () => {
    const person = await givenPerson(api, { companyId: company.id, role: 'manager' });
    for (const roleId of [7, 11, 0, 'admin', '']) {
      expect((await attach(admin, person.id, roleId)).body).toMatchObject({
        code: 400,
        error_message: expect.any(String),
      });
    }
    expect((await api.post('/api/users/detachRoles', { token: admin.token, json: { id: 'x' } })).status).toBe(
      400,
    );
  });

  it('the last admin’s role can’t be lost, even when two admins change each other (§6.17)', async () => {
    const { id, admin: first } = await givenCompany(api);
    const second = await givenPerson(api, { companyId: id, role: 'admin' });
    const both = await runConcurrently(
      [first, second],
      [() => detach(first, second.id), () => attach(second, first.id, 10)],
    );
    expect(both.map((reply) => reply.status).sort((a, b) => a - b)).toEqual([200, 403]);
    const [left] = await rows(
      api.ctx.db.system,
      sql<{
        admins: number;
      }>`select count(*) as admins from app_user where company_id = ${id} and role = 'admin'`,
    );
    expect(left?.admins).toBe(1);
  });
});

/** Invites, and accepts as the owner of the phone. */
async function takeIn(by: GivenPerson, person: GivenPerson, more: object = {}): Promise<ApiResponse> {
  const { id } = (await invite(by, person.phone, more)).body.data;
  return accept(person, id);
}

function accept(by: GivenPerson, id: number): Promise<ApiResponse> {
  return api.post(`/api/invitations/${id}/accept`, { token: by.token });
}

describe('an invitation', () => {
  it('an invitation makes a colleague of the user who signs in by its phone (§6.12)', async () => {
    const phone = newPhone();
    const reply = await invite(admin, `8 (${phone.slice(1, 4)}) ${phone.slice(4)}`);
    expect(reply.body.data).toMatchObject({ phone, firstname: 'Олег', lastname: 'Рулевой', role_id: 10 });
    expect(JSON.stringify((await api.get('/api/users', { token: admin.token })).body)).not.toContain(phone);
    const step = await api.post('/api/send-to-driver', {
      json: { route: 'auth/register', phone, recaptchaToken: 'x' },
    });
    const { token } = step.body.data;
    const signIn = await api.post('/api/send-to-driver', {
      json: { route: 'auth/confirm', phone, token, code: api.lastCode(phone) },
    });
    const access = signIn.body.data.tokens.access;
    const own = await api.get('/api/invitations', { token: access });
    expect(own.body.data).toMatchObject([
      { id: reply.body.data.id, company: { inn: company.inn }, role_id: 10 },
    ]);
    const accepted = await api.post(`/api/invitations/${reply.body.data.id}/accept`, { token: access });
    expect(accepted.body.data).toMatchObject({ firstname: 'Олег', role_id: 10 });
    const profile = await api.get('/api/users/profile', { token: access });
    expect(profile.body).toMatchObject({
      permissions: ['cabinet.read'],
      data: { company: { id: company.id } },
    });
    expect((await api.get('/api/invitations', { token: access })).body.data).toEqual([]);
    expect((await accept({ ...admin, token: access }, reply.body.data.id)).status).toBe(404);
  });

  it('an invitation leaves an audit row with both users', async () => {
    const { data } = (await invite(admin, newPhone())).body;
    const stored = await rows(
      api.ctx.db.system,
      sql`
        select user_id, company_id, details from audit_event where what = 'colleague-invited' order by id desc limit 1`,
    );
    const details = { invitationId: data.id, phone: expect.stringMatching(/^\+7 \(\*/), role: 'specialist' };
    expect(stored).toEqual([{ user_id: admin.id, company_id: company.id, details }]);
  });

  it('an invitation of an admin who has lost the role is void', async () => {
    const other = await givenCompany(api);
    const { answer } = await api.ctx.db.inSystem(async (tx) => {
      await sql`update app_user set role = 'manager' where id = ${other.admin.id}`.execute(tx);
      const requested = invite(other.admin, newPhone());
      await waitUntilWaiting(api);
      return { answer: requested };
    });
    expect((await answer).status).toBe(403);
  });

  it('an invitation takes in a known user without a company, under his own name', async () => {
    const person = await givenPerson(api);
    expect((await takeIn(admin, person, { role_id: 9 })).body.data).toMatchObject({
      id: person.id,
      firstname: 'Анна',
      role_id: 9,
    });
    expect(await countPermissions(person)).toBe(2);
  });

  it('an invitation gives a colleague without a role his access back', async () => {
    const person = await givenPerson(api, { companyId: company.id, role: 'none' });
    expect((await takeIn(admin, person)).body.data).toMatchObject({ id: person.id, role_id: 10 });
  });

  it('an invitation never reaches a dismissed user whose old company has his phone (§1.22, §7.54)', async () => {
    const previous = await givenCompany(api);
    const person = await givenPerson(api, { companyId: previous.id, role: 'manager' });
    const { id } = (await invite(admin, person.phone)).body.data;
    await detach(previous.admin, person.id);
    expect((await accept(person, id)).body.data).toMatchObject({ id: person.id, role_id: 10 });
    const listColleagueIds = async (by: GivenPerson): Promise<number[]> =>
      (await api.get('/api/users', { token: by.token })).body.data.map((item: { id: number }) => item.id);
    expect(await listColleagueIds(admin)).toContain(person.id);
    expect(await listColleagueIds(previous.admin)).not.toContain(person.id);
    expect((await attach(previous.admin, person.id, 8)).status).toBe(404);
    const { body } = await api.get('/api/users/profile', { token: person.token });
    expect(body).toMatchObject({ data: { company: { id: company.id } }, permissions: ['cabinet.read'] });
  });

  it('an invitation gets one response for every phone: known, unknown or staff', async () => {
    const other = await givenCompany(api);
    const phones = [
      newPhone(),
      (await givenPerson(api)).phone,
      (await givenStaff(api)).phone,
      other.admin.phone,
    ];
    const received = [];
    for (const phone of phones) {
      const { status, body } = await invite(admin, phone);
      received.push({ status, body: { ...body, data: { ...body.data, id: 0, phone: '' } } });
    }
    for (const item of received) expect(item).toEqual(received[0]);
    expect(received[0]?.status).toBe(200);
    expect(await countPermissions(other.admin)).toBe(3);
  });

  it('an invitation takes no staff, each user once, and leaves other roles as they are', async () => {
    const other = await givenCompany(api);
    const taken = await givenPerson(api, { companyId: company.id, role: 'manager' });
    expect((await takeIn(admin, other.admin)).body.data).toMatchObject({ id: other.admin.id, role_id: 10 });
    expect((await takeIn(admin, await givenStaff(api))).status).toBe(409);
    for (const { phone } of [taken, admin]) {
      const reply = await invite(admin, phone);
      expect(reply.body).toMatchObject({ code: 400, error_messages: { phone: [reply.body.message] } });
      expect(reply.body.error_message).toBe(reply.body.message);
      expect(reply.body.message).toBe('Сотрудник с этим телефоном уже есть в списке');
    }
    expect(await countPermissions(other.admin)).toBe(3);
    expect(await countPermissions(taken)).toBe(2);
  });

  it('an invitation sent twice at once is one, and accepted twice makes one colleague', async () => {
    const own = await givenCompany(api);
    const person = await givenPerson(api);
    const both = await runConcurrently(
      [own.admin],
      [() => invite(own.admin, person.phone), () => invite(own.admin, person.phone)],
    );
    expect(both.map((reply) => reply.status)).toEqual([200, 200]);
    expect(both[0]?.body.data.id).toBe(both[1]?.body.data.id);
    const id = both[0]?.body.data.id;
    const taken = await runConcurrently([person], [() => accept(person, id), () => accept(person, id)]);
    expect(taken.map((reply) => reply.status).sort((a, b) => a - b)).toEqual([200, 404]);
  });

  it('of two invitations by two companies for each other’s ex-colleagues one fails', async () => {
    const [one, other] = [await givenCompany(api), await givenCompany(api)];
    const ofOne = await givenPerson(api, { companyId: one.id, role: 'none' });
    const ofOther = await givenPerson(api, { companyId: other.id, role: 'none' });
    const last = await givenPerson(api, { companyId: other.id, role: 'specialist' });
    const first = (await invite(other.admin, ofOne.phone)).body.data.id;
    const second = (await invite(one.admin, ofOther.phone)).body.data.id;
    const both = await runConcurrently([last], [() => accept(ofOne, first), () => accept(ofOther, second)]);
    expect(both.map((reply) => reply.status)).toEqual([200, 200]);
    expect([await countPermissions(ofOne), await countPermissions(ofOther)]).toEqual([1, 1]);
  });

  it('an invitation is answered by its phone, seen and withdrawn by its company', async () => {
    const other = await givenCompany(api);
    const [person, outsider] = [await givenPerson(api), await givenPerson(api)];
    const { id } = (await invite(admin, person.phone)).body.data;
    const readOpen = async (by: GivenPerson) =>
      (await api.get('/api/users/invitations', { token: by.token })).body.data;
    const send = (by: GivenPerson, path: string) => api.post(path, { token: by.token });
    for (const action of ['accept', 'decline'])
      expect((await send(outsider, `/api/invitations/${id}/${action}`)).status).toBe(404);
    expect((await send(other.admin, `/api/users/invitations/${id}/withdraw`)).status).toBe(404);
    expect(await readOpen(other.admin)).toEqual([]);
    expect(await readOpen(admin)).toContainEqual(expect.objectContaining({ id, phone: person.phone }));
    expect((await send(person, `/api/invitations/${id}/decline`)).status).toBe(200);
    expect((await send(person, `/api/invitations/${id}/accept`)).status).toBe(404);
    const again = (await invite(admin, person.phone)).body.data.id;
    expect((await send(admin, `/api/users/invitations/${again}/withdraw`)).status).toBe(200);
    expect((await send(person, `/api/invitations/${again}/accept`)).status).toBe(404);
    expect(await countPermissions(person)).toBe(0);
  });

  it('an invitation sends its phone one message a day, all companies together three', async () => {
    const phone = newPhone();
    const readNotices = () =>
      api.ctx.outbox?.messages(phone).filter(({ text }) => text.includes('приглашает')) ?? [];
    for (const by of [admin, admin]) {
      const { id } = (await invite(by, phone)).body.data;
      await sendInvitationSms(api.ctx, id);
      await sendInvitationSms(api.ctx, id);
    }
    expect(readNotices()).toHaveLength(1);
    expect(readNotices()[0]?.text).not.toMatch(/http|www/);
    for (let more = 0; more < 4; more += 1) {
      const { id } = (await invite((await givenCompany(api)).admin, phone)).body.data;
      await sendInvitationSms(api.ctx, id);
    }
    expect(readNotices()).toHaveLength(3);
  });

  it('an invitation with missing fields names them', async () => {
    const reply = await api.post('/api/users', { token: admin.token, json: { phone: 'x', role_id: 1 } });
    expect(Object.keys(reply.body.error_messages ?? {}).sort()).toEqual(['firstname', 'phone', 'role_id']);
  });
});

describe('a company', () => {
  const leave = (by: GivenPerson) => api.post('/api/users/leave', { token: by.token });

  it('a colleague may leave, but not the last admin, even when two leave at once', async () => {
    const own = await givenCompany(api);
    const [manager, second] = [
      await givenPerson(api, { companyId: own.id, role: 'manager' }),
      await givenPerson(api, { companyId: own.id, role: 'admin' }),
    ];
    expect((await leave(manager)).status).toBe(200);
    const { body } = await api.get('/api/users/profile', { token: manager.token });
    expect(body).toMatchObject({ data: { company: null }, permissions: [] });
    const both = await runConcurrently([own.admin], [() => leave(own.admin), () => leave(second)]);
    expect(both.map((reply) => reply.status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await leave(manager)).status).toBe(403);
  });
});

// Last, for the sessions of the others end meanwhile.
it('an invitation ends after seven days', async () => {
  const own = await givenCompany(api);
  const person = await givenPerson(api);
  const { id } = (await invite(own.admin, person.phone)).body.data;
  api.clock.advanceSeconds(7 * 86_400);
  expect((await api.get('/api/users/invitations', { token: own.admin.token })).body.data).toEqual([]);
  expect((await api.get('/api/invitations', { token: person.token })).body.data).toEqual([]);
  expect((await accept(person, id)).status).toBe(404);
});
