import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCode,
  givenCompany,
  givenPerson,
  givenSession,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenAddress } from '../../../testing/emails.ts';
import { openStream } from '../../../testing/open-stream.ts';
import { describeDevice, toIpNetwork } from './device.ts';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
});
afterAll(() => api.stop());

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

const listSessions = async (token: string) => (await api.get('/api/sessions', { token })).body.data;
const minutesAgo = (minutes: number) => new Date(api.clock.now().getTime() - minutes * 60_000);

/** Signs in on a device: a browser with its cookie, if it has one by now. */
async function signIn(
  phone: string,
  device: { agent?: string; cookie?: string } = {},
): Promise<{ token: string; enter: string; cookie: string }> {
  const headers = {
    'user-agent': device.agent ?? CHROME,
    ...(device.cookie ? { cookie: `other=1; ${device.cookie}` } : {}),
  };
  api.clock.advanceSeconds(15 * 60);
  const requested = await api.post('/api/send-to-driver', {
    json: { route: 'auth/register', phone, recaptchaToken: 'x' },
    headers,
  });
  const json = { route: 'auth/confirm', phone, token: requested.body.data.token, code: api.lastCode(phone) };
  const reply = await api.post('/api/send-to-driver', { json, headers });
  expect(reply.status).toBe(200);
  const { access, enter } = reply.body.data.tokens;
  return { token: access, enter, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

function listSecurityNotices(userId: number): Promise<{ kind: string; event: string; who: string }[]> {
  return rows(
    api.ctx.db.system,
    sql<{ kind: string; event: string; who: string }>`
      select 'letter' as kind, facts ->> 'event' as event, facts ->> 'who' as who from letter
        where kind = 'security' and user_id = ${userId}
      union all
      select 'sms', event, '' from security_sms where user_id = ${userId} order by 1, 2`,
  );
}

describe("a user's own sessions", () => {
  test('sessions are listed by device and network, and end elsewhere with their stream', async () => {
    const { phone, id } = company.admin;
    const here = await signIn(phone);
    const there = await signIn(phone, { agent: SAFARI });
    const [current, ...others] = await listSessions(here.token);
    expect(current).toMatchObject({ current: true, device: 'Chrome на Windows', address: '127.0.0.0/24' });
    const lost = others.find((other: { device: string }) => other.device === 'Safari на iPhone');
    expect(lost).toMatchObject({
      current: false,
      created_at: expect.any(String),
      seen_at: expect.any(String),
    });

    const stream = await openStream(api, there.token);
    expect((await api.delete(`/api/sessions/${lost.id}`, { token: here.token })).status).toBe(200);
    expect([await stream.next(), await stream.next(), await stream.next()]).toEqual([
      'open []',
      'ended []',
      null,
    ]);
    expect((await api.get('/api/users/profile', { token: there.token })).status).toBe(401);
    expect((await api.delete(`/api/sessions/${lost.id}`, { token: here.token })).status).toBe(404);
    expect(await listSessions(here.token)).not.toContainEqual(expect.objectContaining({ id: lost.id }));

    const outsider = await givenPerson(api);
    expect((await api.delete(`/api/sessions/${current.id}`, { token: outsider.token })).status).toBe(404);
    const ended = await api.delete('/api/sessions', { token: here.token });
    expect(ended.body.data.ended).toBeGreaterThan(0);
    expect(await listSessions(here.token)).toHaveLength(1);
    expect((await api.get('/api/users/profile', { token: company.admin.token })).status).toBe(401);
    company.admin = { ...company.admin, token: await givenSession(api, id) };
  });

  test('sessions record their use, but not at each call', async () => {
    const person = await givenPerson(api);
    const seen = async () => (await listSessions(person.token))[0].seen_at;
    const first = await seen();
    api.clock.advanceSeconds(60);
    expect(await seen()).toBe(first);
    api.clock.advanceSeconds(6 * 60);
    await expect.poll(seen).not.toBe(first);
  });
});

describe('a device', () => {
  test('a new device is reported to the user and the admins, once; a known one is not', async () => {
    const own = await givenCompany(api);
    const person = await givenPerson(api, { companyId: own.id, role: 'manager' });
    await givenAddress(api, own.admin, { confirmed: true });
    const before = (await listSecurityNotices(person.id)).length;
    const first = await signIn(person.phone);
    const again = await signIn(person.phone, { cookie: first.cookie });
    await signIn(person.phone, { cookie: again.cookie, agent: `${CHROME} Edg/140` });
    expect(await listSecurityNotices(person.id)).toHaveLength(before);

    const second = await signIn(person.phone, { agent: SAFARI });
    expect(await listSecurityNotices(person.id)).toContainEqual({
      kind: 'sms',
      event: 'new-device',
      who: '',
    });
    const adminNotices = await listSecurityNotices(own.admin.id);
    expect(adminNotices.filter((item) => item.event === 'new-device')).toEqual([
      { kind: 'letter', event: 'new-device', who: 'Анна Дорожкина' },
    ]);
    await signIn(person.phone, { agent: SAFARI, cookie: second.cookie });
    expect(await listSecurityNotices(own.admin.id)).toEqual(adminNotices);

    // A browser that stores its cookie is no longer known by name and network.
    await signIn(person.phone, { agent: SAFARI });
    expect(
      (await listSecurityNotices(own.admin.id)).filter((item) => item.event === 'new-device'),
    ).toHaveLength(2);
  });

  test('a device without cookies is known by name and network', async () => {
    const person = await givenPerson(api);
    for (let time = 0; time < 3; time += 1) await signIn(person.phone, { agent: 'curl/8' });
    expect(await listSecurityNotices(person.id)).toEqual([]);
  });

  test('a device of two users is known to both, and a made-up cookie is worthless', async () => {
    const [one, other] = [await givenPerson(api), await givenPerson(api)];
    const shared = await signIn(one.phone);
    const renamed = await signIn(other.phone, { cookie: shared.cookie });
    expect(renamed.cookie).not.toBe(shared.cookie);
    const again = await signIn(other.phone, { cookie: renamed.cookie });
    await signIn(one.phone, { cookie: again.cookie });
    expect([...(await listSecurityNotices(one.id)), ...(await listSecurityNotices(other.id))]).toEqual([]);
    const planted = `magistral_device=${'A'.repeat(43)}`;
    expect((await signIn(one.phone, { cookie: planted })).cookie).not.toBe(planted);
    expect(await listSecurityNotices(one.id)).toHaveLength(1);
  });

  test.each([
    [CHROME, 'Chrome на Windows'],
    [SAFARI, 'Safari на iPhone'],
    [`${CHROME} YaBrowser/25.1`, 'Яндекс Браузер на Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox на Linux'],
    ['curl/8.5', 'Программа'],
    ['', 'Неизвестное устройство'],
  ])('a device is described: %s', (agent, text) => {
    expect(describeDevice(agent)).toBe(text);
  });

  test.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:0db8:1:2::7', '2001:db8:1::/48'],
    ['::1', '::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['', ''],
  ])('a device is placed by its network, not its address: %s', (ip, network) => {
    expect(toIpNetwork(ip)).toBe(network);
  });
});

describe('a stolen session without its phone', () => {
  async function givenStolenSession(): Promise<{ thief: GivenPerson; victim: GivenPerson }> {
    const { id } = await givenCompany(api);
    const thief = await givenPerson(api, { companyId: id, role: 'admin', codeAt: minutesAgo(15) });
    return { thief, victim: await givenPerson(api, { companyId: id, role: 'manager' }) };
  }

  function sensitiveActions(by: GivenPerson, victim: GivenPerson): Promise<ApiResponse>[] {
    const { token } = by;
    const invited = { phone: '79335556677', firstname: 'Вор', role_id: 8 };
    return [
      api.post('/api/users', { token, json: invited }),
      api.post(`/api/users/attachRoles?id=${victim.id}&role_id=8`, { token }),
      api.post('/api/users/detachRoles', { token, json: { id: victim.id } }),
      api.post('/api/users/access/1/grant', { token, json: { role_id: 8 } }),
      api.post('/api/users/mail', { token, json: { email: 'thief@example.ru' } }),
      api.post('/api/users/leave', { token }),
    ];
  }

  test('a stolen session adds no colleague, changes no role or email, and can’t leave', async () => {
    const { thief, victim } = await givenStolenSession();
    for (const reply of await Promise.all(sensitiveActions(thief, victim)))
      expect(reply.body).toMatchObject({
        code: 403,
        reason: 'code',
        message: expect.stringContaining('СМС'),
      });
    const left = await api.get('/api/users', { token: thief.token });
    expect(left.body.data).toHaveLength(3);
    expect((await api.get('/api/users/invitations', { token: thief.token })).body.data).toEqual([]);
    // Reading goes on, and it is on record that it tried.
    const tried = await rows(
      api.ctx.db.system,
      sql`select from audit_event where what = 'call-refused' and user_id = ${thief.id} and details ->> 'reason' = 'code'`,
    );
    expect(tried).toHaveLength(6);
  });

  test('a stolen session changes no email by the enter token of its sign-in either', async () => {
    const person = await givenPerson(api);
    const { enter } = await signIn(person.phone);
    const json = { route: 'users.profile', firstname: 'Вор', email: 'thief@example.ru' };
    const headers = { authorization: enter };
    await sql`update session set created_at = ${minutesAgo(15)} where user_id = ${person.id}`.execute(
      api.ctx.db.system,
    );
    const refused = await api.post('/api/send-to-driver', { json, headers });
    expect(refused.body).toMatchObject({ code: 403, reason: 'code' });
    await sql`update session set created_at = ${minutesAgo(14)} where user_id = ${person.id}`.execute(
      api.ctx.db.system,
    );
    expect((await api.post('/api/send-to-driver', { json, headers })).status).toBe(200);
    expect(await listSecurityNotices(person.id)).toContainEqual({
      kind: 'sms',
      event: 'mail-changed',
      who: '',
    });
  });

  test('a sensitive call takes a code with it or before, then none for 15 minutes', async () => {
    const { thief: admin, victim } = await givenStolenSession();
    const attach = (role: number, sms?: string) =>
      api.post(`/api/users/attachRoles?id=${victim.id}&role_id=${role}`, {
        token: admin.token,
        json: { sms },
      });
    const code = await givenCode(api, admin, 'access');
    const wrong = await attach(10, code === '000000' ? '000001' : '000000');
    expect(wrong.body).toMatchObject({ code: 400, error_messages: { sms: ['Неверный код из СМС'] } });
    expect((await attach(77, code)).status).toBe(400);
    expect((await attach(10, code)).status).toBe(200);
    expect((await attach(9)).status).toBe(200);
    api.clock.advanceSeconds(15 * 60);
    expect((await attach(10)).body.reason).toBe('code');
    expect((await attach(10, code)).status).toBe(400);

    const sms = await givenCode(api, admin, 'access');
    const confirmed = await api.post('/api/sessions/confirm', { token: admin.token, json: { sms } });
    expect(confirmed.body.data.confirmed_until > api.clock.now().toISOString()).toBe(true);
    expect((await attach(10)).status).toBe(200);
  });

  test('a session is confirmed by an action’s own code, not by one used elsewhere', async () => {
    const { thief, victim } = await givenStolenSession();
    const owner = { ...thief, token: await givenSession(api, thief.id, minutesAgo(60)) };
    const attach = (by: GivenPerson) =>
      api.post(`/api/users/attachRoles?id=${victim.id}&role_id=10`, { token: by.token });
    expect((await attach(owner)).body.reason).toBe('code');
    const sms = await givenCode(api, owner, 'edm');
    expect((await api.post('/api/edoRequest', { token: owner.token, json: { sms } })).status).toBe(200);
    await expect.poll(async () => (await attach(owner)).status).toBe(200);
    expect((await attach(thief)).body.reason).toBe('code');
  });
});

describe('a change of access', () => {
  test('a change goes once to the user and the admins; a fresh sign-in needs no code', async () => {
    const own = await givenCompany(api);
    const person = await givenPerson(api, { companyId: own.id, role: 'specialist' });
    await givenAddress(api, own.admin, { confirmed: true });
    await givenAddress(api, person, { confirmed: true });
    const { token } = await signIn(own.admin.phone);
    const path = `/api/users/attachRoles?id=${person.id}&role_id=9`;
    expect((await api.post(path, { token })).status).toBe(200);
    expect((await api.post(path, { token })).status).toBe(200);
    const changed = { kind: 'letter', event: 'role-changed', who: 'Анна Дорожкина' };
    for (const { id } of [person, own.admin])
      expect((await listSecurityNotices(id)).filter((item) => item.event === 'role-changed')).toEqual([
        changed,
      ]);
    expect((await api.post('/api/users/leave', { token: person.token })).status).toBe(200);
    for (const { id } of [person, own.admin])
      expect((await listSecurityNotices(id)).filter((item) => item.event === 'colleague-left')).toHaveLength(
        1,
      );
  });

  test('a change of the email goes to the old address and the phone', async () => {
    const person = await givenPerson(api);
    const old = await givenAddress(api, person, { confirmed: true });
    const json = { email: 'another@example.ru' };
    expect((await api.post('/api/users/mail', { token: person.token, json })).status).toBe(200);
    const emails = await rows(
      api.ctx.db.system,
      sql<{ address: string }>`select address from letter where kind = 'security' and user_id = ${person.id}`,
    );
    expect(emails).toEqual([{ address: old }]);
    expect(
      (await listSecurityNotices(person.id)).filter((item) => item.kind === 'sms').length,
    ).toBeGreaterThan(0);
  });
});
