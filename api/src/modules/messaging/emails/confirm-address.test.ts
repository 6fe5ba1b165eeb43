import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson, type GivenPerson } from '../../../testing/givens/factories.ts';
import { givenAddress, listEmailsTo, linkTokenIn } from '../../../testing/emails.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const readMail = async ({ token }: GivenPerson) => (await api.get('/api/users/mail', { token })).body.data;
const change = ({ token }: GivenPerson, email: unknown) =>
  api.post('/api/users/mail', { token, json: { email } });
const confirm = (token: unknown) => api.post('/api/mail/confirm', { json: { token } });
const resend = ({ token }: GivenPerson) => api.post('/api/users/mail/resend', { token });

async function signIn(phone: string, email: string): Promise<void> {
  const driver = (route: string, fields: object, headers = {}) =>
    api.post('/api/send-to-driver', { form: { route, ...fields }, headers });
  const requested = await driver('auth/register', { phone, recaptchaToken: 'any' });
  const { token } = requested.body.data;
  const done = await driver('auth/confirm', { phone, token, code: api.lastCode(phone) });
  const headers = { authorization: done.body.data.tokens.enter };
  const named = await driver('users.profile', { version: 'v3', firstname: 'Пётр', email }, headers);
  expect(named.status).toBe(200);
  api.clock.advanceSeconds(60);
}

describe('an address that is given at the sign-in', () => {
  test('an address gets one email with a link, and none when given again (§4.21, §5.4)', async () => {
    await signIn('79005551001', 'petr@sign-in.example');
    await signIn('79005551001', 'petr@sign-in.example');
    const emails = await listEmailsTo(api, 'petr@sign-in.example');
    expect(emails.map((sentEmail) => sentEmail.subject)).toEqual(['Подтвердите почту']);
  });

  test('an address other than before is to be confirmed anew', async () => {
    await signIn('79005551002', 'old@sign-in.example');
    await confirm(linkTokenIn((await listEmailsTo(api, 'old@sign-in.example'))[0]));
    await signIn('79005551002', 'old@sign-in.example');
    const confirmed = () =>
      rows(
        api.ctx.db.system,
        sql<{ email_confirmed_at: Date | null }>`
          select email_confirmed_at from app_user where phone = '79005551002'`,
      );
    expect(await confirmed()).toEqual([{ email_confirmed_at: expect.any(Date) }]);
    await signIn('79005551002', 'new@sign-in.example');
    expect(await confirmed()).toEqual([{ email_confirmed_at: null }]);
  });
});

describe('link that confirms an email address', () => {
  test('an email link confirms the address once, with an audit row without it', async () => {
    const person = await givenPerson(api);
    const email = await givenAddress(api, person, { confirmed: false });
    expect(await readMail(person)).toMatchObject({ email, state: 'waiting', confirmed_at: null });
    const token = linkTokenIn((await listEmailsTo(api, email))[0]);
    expect((await confirm(token)).body).toEqual({ code: 200, data: { email } });
    expect(await readMail(person)).toMatchObject({ state: 'confirmed', confirmed_at: expect.any(String) });
    const again = await confirm(token);
    expect([again.status, again.body.message]).toEqual([409, 'По этой ссылке почта уже подтверждена']);
    const trace = await rows(
      api.ctx.db.system,
      sql<{ what: string; details: unknown }>`
        select what, details from audit_event where user_id = ${person.id} order by id`,
    );
    expect(trace.map(({ what }) => what)).toEqual(['mail-changed', 'mail-confirmed']);
    expect(JSON.stringify(trace)).not.toContain(email);
  });

  test('a link clicked twice at once confirms once', async () => {
    const person = await givenPerson(api);
    const email = await givenAddress(api, person, { confirmed: false });
    const token = linkTokenIn((await listEmailsTo(api, email))[0]);
    const both = await Promise.all([confirm(token), confirm(token)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  test('an email link is dead after two days, and a new one works', async () => {
    const person = await givenPerson(api);
    const email = await givenAddress(api, person, { confirmed: false });
    const token = linkTokenIn((await listEmailsTo(api, email))[0]);
    api.clock.advanceSeconds(48 * 3600);
    expect((await confirm(token)).status).toBe(404);
    expect((await resend(person)).status).toBe(200);
    const [sentEmail] = await listEmailsTo(api, email);
    expect((await confirm(linkTokenIn(sentEmail))).status).toBe(200);
  });

  test('an email link is dead once its user has another address', async () => {
    const person = await givenPerson(api);
    const first = await givenAddress(api, person, { confirmed: false });
    const token = linkTokenIn((await listEmailsTo(api, first))[0]);
    await givenAddress(api, person, { confirmed: false });
    expect((await confirm(token)).status).toBe(404);
    expect(await readMail(person)).toMatchObject({ state: 'waiting' });
  });

  test('a link of one user confirms nothing of another, for any reader', async () => {
    const owner = await givenPerson(api);
    const other = await givenPerson(api);
    const email = await givenAddress(api, owner, { confirmed: false });
    await givenAddress(api, other, { confirmed: false });
    const token = linkTokenIn((await listEmailsTo(api, email))[0]);
    const followed = await api.post('/api/mail/confirm', { token: other.token, json: { token } });
    expect(followed.body.data).toEqual({ email });
    expect(await readMail(owner)).toMatchObject({ state: 'confirmed' });
    expect(await readMail(other)).toMatchObject({ state: 'waiting' });
  });

  test('an email link does nothing on GET: mail scanners open every link', async () => {
    const person = await givenPerson(api);
    const email = await givenAddress(api, person, { confirmed: false });
    const token = linkTokenIn((await listEmailsTo(api, email))[0]);
    expect((await api.get(`/api/mail/confirm?token=${token}`)).status).toBe(405);
    expect(await readMail(person)).toMatchObject({ state: 'waiting' });
  });

  test('a link is stored only as its hash', async () => {
    const person = await givenPerson(api);
    const email = await givenAddress(api, person, { confirmed: false });
    const token = linkTokenIn((await listEmailsTo(api, email))[0]);
    const stored = await rows(
      api.ctx.db.system,
      sql<{ line: string }>`
        select to_jsonb(letter)::text as line from letter union all select to_jsonb(letter_link)::text from letter_link
        union all select to_jsonb(audit_event)::text from audit_event`,
    );
    expect(stored.map(({ line }) => line).join('\n')).not.toContain(token);
  });

  test.each([undefined, '', 'nobody', 'x'.repeat(300), { $: 1 }, '\u0000'])(
    'an email link that is %j is refused with a sentence',
    async (token) => {
      const reply = await confirm(token);
      expect([400, 404]).toContain(reply.status);
      expect(reply.body.message).toMatch(/[а-яё]/);
    },
  );
});

describe('changing an email address', () => {
  test('another address is requested by its own user alone, and has to be valid', async () => {
    const person = await givenPerson(api);
    for (const path of ['/api/users/mail', '/api/users/mail/resend', '/api/users/mail/letters'])
      expect((await api.post(path, { json: {} })).status).toBe(401);
    for (const email of [
      undefined,
      '',
      'ivan',
      'a@b',
      ['a@example.ru'],
      `a@example.ru\r\nBcc: b@example.ru`,
    ]) {
      const reply = await change(person, email);
      expect([reply.status, reply.body.error_messages?.email?.length]).toEqual([400, 1]);
    }
  });

  test('a confirmed address given again stays confirmed, and gets no email', async () => {
    const person = await givenPerson(api);
    const email = await givenAddress(api, person, { confirmed: true });
    expect((await change(person, email)).body.data).toMatchObject({ state: 'confirmed' });
    expect(await listEmailsTo(api, email)).toHaveLength(1);
    const reply = await resend(person);
    expect([reply.status, reply.body.message]).toEqual([400, 'Эта почта уже подтверждена']);
  });

  test('another address gets five emails an hour at most, then says when again', async () => {
    const person = await givenPerson(api);
    const email = await givenAddress(api, person, { confirmed: false });
    for (let sent = 1; sent < 5; sent += 1) expect((await resend(person)).status).toBe(200);
    const reply = await resend(person);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '3600']);
    expect((await change(person, 'other@limit.example')).status).toBe(429);
    expect(await readMail(person)).toMatchObject({ email });
    expect(await listEmailsTo(api, email)).toHaveLength(5);
    api.clock.advanceSeconds(3600);
    expect((await resend(person)).status).toBe(200);
  });

  test('another address gets five emails an hour at most, from any number of users', async () => {
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await change(await givenPerson(api), 'victim@limit.example')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('past the limit does not keep anybody from signing in', async () => {
    for (let count = 0; count < 6; count += 1) await signIn(`7900555200${count}`, 'crowd@limit.example');
    expect((await listEmailsTo(api, 'crowd@limit.example')).length).toBeLessThanOrEqual(5);
  });

  test('an address that its mail server refuses is shown so', async () => {
    const person = await givenPerson(api);
    await change(person, 'nobody@refused.example');
    await listEmailsTo(api, 'nobody@refused.example');
    expect(await readMail(person)).toMatchObject({ state: 'refused' });
  });
});
