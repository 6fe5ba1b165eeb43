import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type ApiRequest, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;
let serial = 0;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

function newPhone(): string {
  serial += 1;
  return `7922${String(serial).padStart(7, '0')}`;
}

function driver(route: string, fields: Record<string, unknown>, more: ApiRequest = {}): Promise<ApiResponse> {
  return api.post('/api/send-to-driver', { json: { route, ...fields }, ...more });
}

async function requested(phone: string): Promise<{ token: string; code: string }> {
  const reply = await driver('auth/register', { phone, recaptchaToken: 'any' });
  expect(reply.status).toBe(200);
  return { token: reply.body.data.token, code: api.lastCode(phone) };
}

async function signedIn(phone = newPhone()) {
  const { token, code } = await requested(phone);
  const reply = await driver('auth/confirm', { phone, token, code });
  expect(reply.status).toBe(200);
  return { phone, ...reply.body.data.tokens } as {
    phone: string;
    enter: string;
    access: string;
    refresh: string;
    expiry: string;
  };
}

function readProfile(access: string): Promise<ApiResponse> {
  return api.get('/api/users/profile', { token: access });
}

function wrong(code: string): string {
  return code === '111111' ? '222222' : '111111';
}

describe('signing in', () => {
  it('sign-in opens a session for a new phone, and knows it the next time (§1.3, §2.7, §3.18, §7.4, §7.5)', async () => {
    const phone = newPhone();
    const { token, code } = await requested(phone);
    const first = await driver('auth/confirm', { phone: `8${phone.slice(1)}`, token, code });
    expect(first.body).toMatchObject({
      code: 200,
      data: {
        is_new: true,
        user: { phone, firstname: null, email: null },
        tokens: {
          enter: expect.stringMatching(/./),
          access: expect.stringMatching(/./),
          refresh: expect.stringMatching(/./),
          expiry: '2026-09-15T10:00:00.000Z',
        },
      },
    });
    const again = await requested(phone);
    const second = await driver('auth/confirm', { phone, token: again.token, code: again.code });
    expect(second.body.data).toMatchObject({ is_new: false, user: { id: first.body.data.user.id } });
    expect(second.body.data.tokens.access).not.toBe(first.body.data.tokens.access);
  });

  it('sign-in returns when the next code may be requested (§4.18, §9.1)', async () => {
    const phone = newPhone();
    const reply = await driver('auth/register', { phone, recaptchaToken: 'any' });
    expect(reply.body.data).toEqual({ token: expect.any(String), resend_after: 45 });
    const soon = await driver('auth/register', { phone, recaptchaToken: 'any' });
    expect(soon.status).toBe(429);
    expect(Number(soon.headers.get('retry-after'))).toBe(45);
    expect(soon.body.errors.message).toContain('45');
    api.clock.advanceSeconds(45);
    expect((await driver('auth/register', { phone, recaptchaToken: 'any' })).status).toBe(200);
  });

  it('sign-in takes name and email under the enter token, with Bearer and without (§5.4, §7.6)', async () => {
    const { enter, access } = await signedIn();
    const person = { version: 'v3', firstname: 'Пётр', email: 'petr@example.ru' };
    for (const authorization of [`Bearer ${enter}`, enter]) {
      const reply = await driver('users.profile', person, { headers: { authorization } });
      expect(reply.body).toMatchObject({
        code: 200,
        data: { user: { firstname: 'Пётр', email: 'petr@example.ru' } },
      });
    }
    expect((await readProfile(access)).body.data).toMatchObject({
      firstname: 'Пётр',
      email: { email: 'petr@example.ru' },
    });
  });

  it.each(['info@грузы.рф', 'info@xn--c1aqabf.xn--p1ai'])(
    'sign-in ends at its third step for a user whose email is at %s (§5.4)',
    async (email) => {
      const { enter } = await signedIn();
      const person = { version: 'v3', firstname: 'Пётр', email };
      const reply = await driver('users.profile', person, { headers: { authorization: enter } });
      expect(reply.body).toMatchObject({ code: 200, data: { user: { email } } });
    },
  );

  it('sign-in takes no profile under a foreign, missing or access token (§7.6)', async () => {
    const { access } = await signedIn();
    const person = { version: 'v3', firstname: 'Пётр', email: 'petr@example.ru' };
    for (const headers of [{}, { authorization: 'Bearer nobody' }, { authorization: access }] as Record<
      string,
      string
    >[]) {
      const reply = await driver('users.profile', person, { headers });
      expect(reply.body).toMatchObject({ code: 401, errors: { message: expect.stringMatching(/[а-я]/) } });
    }
  });

  it('sign-in names the fields that are missing or wrong (§5.1, §5.4, §5.5)', async () => {
    const { enter } = await signedIn();
    const noName = await driver(
      'users.profile',
      { version: 'v3', email: 'x' },
      { headers: { authorization: enter } },
    );
    expect(noName.body).toMatchObject({
      code: 400,
      error_messages: { firstname: ['Необходимо заполнить это поле'] },
    });
    expect(noName.body.error_messages?.email?.[0]).toContain('почты');
    const badPhone = await driver('auth/register', { phone: '123', recaptchaToken: 'any' });
    expect(badPhone.body).toMatchObject({
      code: 400,
      errors: { message: 'Неверный номер телефона' },
      error_messages: { phone: ['Неверный номер телефона'] },
    });
    for (const endless of ['7'.repeat(500), `${'8 '.repeat(40)}`]) {
      const { body } = await driver('auth/register', { phone: endless, recaptchaToken: 'any' });
      expect(body.error_messages).toEqual({ phone: ['Неверный номер телефона'] });
    }
    const robot = await driver('auth/register', { phone: newPhone(), recaptchaToken: ' ' });
    expect(robot.body).toMatchObject({ code: 400, error_messages: { recaptchaToken: [expect.any(String)] } });
  });

  it('sign-in asks a carrier without a login to call, in the exact text (§8.11)', async () => {
    const phone = newPhone();
    await sql`insert into carrier (phone) values (${phone})`.execute(api.ctx.db.system);
    const reply = await driver('auth/register', { phone, recaptchaToken: 'any' });
    expect(reply.status).toBe(409);
    const message = `Вы уже зарегистрированы у нас! Позвоните нам ${api.ctx.config.operator.phone} чтобы получать заказы на перевозку!`;
    expect(reply.body).toMatchObject({ code: 10114, message, errors: { message } });
    await givenPerson(api, { phone });
    expect((await driver('auth/register', { phone, recaptchaToken: 'any' })).status).toBe(200);
  });
});

describe('a code that is not the right one', () => {
  it('a code is refused when wrong, and the right one still passes (§8.12)', async () => {
    const phone = newPhone();
    const { token, code } = await requested(phone);
    const reply = await driver('auth/confirm', { phone, token, code: wrong(code) });
    expect(reply.body).toMatchObject({
      code: 400,
      errors: { message: SMS_MESSAGES.wrong },
      error_messages: { code: [SMS_MESSAGES.wrong] },
    });
    expect((await driver('auth/confirm', { phone, token, code })).status).toBe(200);
  });

  it('a code is refused when it has expired', async () => {
    const phone = newPhone();
    const { token, code } = await requested(phone);
    api.clock.advanceSeconds(300);
    const reply = await driver('auth/confirm', { phone, token, code });
    expect(reply.body).toMatchObject({ code: 400, errors: { message: SMS_MESSAGES.expired } });
  });

  it('a code signs in once: a used code opens no second session', async () => {
    const phone = newPhone();
    const { token, code } = await requested(phone);
    const both = await Promise.all([1, 2, 3].map(() => driver('auth/confirm', { phone, token, code })));
    expect(both.map((reply) => reply.status).sort((a, b) => a - b)).toEqual([200, 400, 400]);
    expect((await driver('auth/confirm', { phone, token, code })).body.errors.message).toBe(
      SMS_MESSAGES.wrong,
    );
  });

  it('a code is bound to its token and its phone: another user’s code opens nothing', async () => {
    const [mine, theirs] = [newPhone(), newPhone()];
    const own = await requested(mine);
    const other = await requested(theirs);
    for (const stolen of [
      { phone: mine, token: other.token, code: other.code },
      { phone: mine, token: own.token, code: other.code === own.code ? wrong(own.code) : other.code },
      { phone: theirs, token: own.token, code: own.code },
      { phone: theirs, token: 'made up', code: other.code },
    ]) {
      expect((await driver('auth/confirm', stolen)).status).toBe(400);
    }
    // A code of an operation does not sign in either.
    const person = await givenPerson(api);
    await api.get('/api/sms', { token: person.token });
    const answer = await driver('auth/confirm', {
      phone: person.phone,
      token: own.token,
      code: api.lastCode(person.phone),
    });
    expect(answer.status).toBe(400);
  });

  it('a code dies of five wrong tries, and the right one comes too late', async () => {
    const phone = newPhone();
    const { token, code } = await requested(phone);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect((await driver('auth/confirm', { phone, token, code: wrong(code) })).body.message).toBe(
        SMS_MESSAGES.wrong,
      );
    }
    expect((await driver('auth/confirm', { phone, token, code: wrong(code) })).body.message).toBe(
      SMS_MESSAGES.exhausted,
    );
    expect((await driver('auth/confirm', { phone, token, code })).body).toMatchObject({
      code: 400,
      message: SMS_MESSAGES.exhausted,
    });
  });

  it('parallel guesses of a code share no try', async () => {
    const phone = newPhone();
    const { token, code } = await requested(phone);
    const guesses = Array.from({ length: 20 }, (_, index) => String(index).padStart(6, '9')).filter(
      (value) => value !== code,
    );
    await Promise.all(guesses.map((guess) => driver('auth/confirm', { phone, token, code: guess })));
    const [counted] = await rows(
      api.ctx.db.system,
      sql<{ tries: number }>`select tries from sms_code where phone = ${phone}`,
    );
    expect(counted?.tries).toBe(5);
    expect((await driver('auth/confirm', { phone, token, code })).status).toBe(400);
  });

  it('a code is replaced by the next: the older one is dead', async () => {
    const phone = newPhone();
    const first = await requested(phone);
    api.clock.advanceSeconds(46);
    await requested(phone);
    expect((await driver('auth/confirm', { phone, token: first.token, code: first.code })).status).toBe(400);
  });
});

describe('every writing of the call', () => {
  it('sign-in reads form, JSON and multipart alike (§7.4)', async () => {
    const form = { route: 'auth/register', phone: newPhone(), recaptchaToken: 'any' };
    expect((await api.post('/api/send-to-driver', { form })).status).toBe(200);
    const multipart = new FormData();
    for (const [name, value] of Object.entries({ ...form, phone: newPhone() })) multipart.set(name, value);
    expect((await api.post('/api/send-to-driver', { multipart })).status).toBe(200);
    expect(
      (await api.post('/api/send-to-driver', { json: { ...form, phone: Number(newPhone()) } })).status,
    ).toBe(200);
  });

  it.each(['8 (900) 555–01–41', '+7 900 555‑01‑42', '7 900 555—01—43', '8 900 555\u202f01\u201044'])(
    'calls 2: sign-in takes %s, as a document or a messenger writes it, for its phone',
    async (written) => {
      const reply = await driver('auth/register', { phone: written, recaptchaToken: 'any' });
      expect(reply.status).toBe(200);
      expect(api.lastCode(`7${written.replace(/\D/g, '').slice(1)}`)).toMatch(/^\d{6}$/);
    },
  );

  it.each(['\u202a+7 900 555-01-45\u202c', '8\u200b9005550146', '\u2068+7 (900) 555-01-47\u2069'])(
    'calls 2: a phone copied from contacts is refused for invisible characters (%j)',
    async (copied) => {
      const reply = await driver('auth/register', { phone: copied, recaptchaToken: 'any' });
      expect(reply.body.message).toBeUndefined();
      expect(api.lastCode(`7${copied.replace(/\D/g, '').slice(1)}`)).toMatch(/^\d{6}$/);
    },
  );

  it('sign-in restores the leading zeros of a code sent as a JSON number', async () => {
    for (let attempt = 0; ; attempt += 1) {
      const phone = newPhone();
      const { token, code } = await requested(phone);
      if (!code.startsWith('0') && attempt < 60) continue;
      expect((await driver('auth/confirm', { phone, token, code: Number(code) })).status).toBe(200);
      return;
    }
  });

  it.each([
    ['broken JSON', { type: 'application/json', body: '{"route":' }],
    ['a JSON list', { type: 'application/json', body: '[1]' }],
    ['JSON that is no object', { type: 'application/json', body: '"auth/register"' }],
    ['a poisoned prototype', { type: 'application/json', body: '{"__proto__":{"route":"auth/register"}}' }],
    ['an unknown type', { type: 'text/xml', body: '<route/>' }],
    [
      'a broken multipart',
      {
        type: 'multipart/form-data; boundary=x',
        body: '--x\r\nContent-Disposition: form-data; name="route"\r\n\r\nauth',
      },
    ],
    ['a multipart without a boundary', { type: 'multipart/form-data', body: 'x' }],
    [
      'a form of brackets',
      { type: 'application/x-www-form-urlencoded', body: 'route[]=auth/register&phone[a][b]=1' },
    ],
    ['an unknown route', { type: 'application/json', body: '{"route":"auth/root"}' }],
    ['no route', { type: 'application/x-www-form-urlencoded', body: '' }],
    [
      'a NUL in the token',
      { type: 'application/json', body: '{"route":"auth/refresh","token":"a\\u0000b"}' },
    ],
    [
      'a phone that is a list',
      { type: 'application/json', body: '{"route":"auth/register","phone":["7"],"recaptchaToken":"x"}' },
    ],
  ])('sign-in answers %s with 400 and its own errors.message', async (_what, raw) => {
    const reply = await api.post('/api/send-to-driver', { raw });
    expect(reply.status).toBe(400);
    expect(reply.body.errors.message).toBe(reply.body.message);
    expect(reply.body.message).toMatch(/[а-яё]/);
  });
});

describe('the session', () => {
  it('a session is idle for 3600 s at most, and each profile call moves its end (§4.27, §9.8)', async () => {
    const { access } = await signedIn();
    api.clock.advanceSeconds(3599);
    expect((await readProfile(access)).status).toBe(200);
    api.clock.advanceSeconds(3599);
    expect((await readProfile(access)).status).toBe(200);
    api.clock.advanceSeconds(3600);
    expect((await readProfile(access)).status).toBe(401);
  });

  it('a session ends for good after 30 days, however often it is refreshed', async () => {
    let { refresh, access } = await signedIn();
    api.clock.advanceSeconds(30 * 86_400 - 600);
    const late = await driver('auth/refresh', { token: refresh });
    ({ refresh, access } = late.body.data.tokens);
    expect((await readProfile(access)).status).toBe(200);
    api.clock.advanceSeconds(600);
    expect((await readProfile(access)).status).toBe(401);
    expect((await driver('auth/refresh', { token: refresh })).status).toBe(401);
  });

  it('a session is refreshed after its idle end, and all three old tokens die', async () => {
    const old = await signedIn();
    api.clock.advanceSeconds(7200);
    const reply = await driver('auth/refresh', { token: old.refresh });
    expect(reply.status).toBe(200);
    const fresh = reply.body.data.tokens;
    expect(new Set([old.enter, old.access, old.refresh, fresh.enter, fresh.access, fresh.refresh]).size).toBe(
      6,
    );
    expect((await readProfile(fresh.access)).status).toBe(200);
    expect((await readProfile(old.access)).status).toBe(401);
    const person = { version: 'v3', firstname: 'Пётр', email: 'petr@example.ru' };
    expect((await driver('users.profile', person, { headers: { authorization: old.enter } })).status).toBe(
      401,
    );
  });

  it('a session ends when a used refresh token comes again: it was stolen', async () => {
    const old = await signedIn();
    const fresh = (await driver('auth/refresh', { token: old.refresh })).body.data.tokens;
    const reused = await driver('auth/refresh', { token: old.refresh });
    expect(reused.body).toMatchObject({ code: 401, errors: { message: expect.any(String) } });
    expect((await readProfile(fresh.access)).status).toBe(401);
    const [trace] = await rows(
      api.ctx.db.system,
      sql<{ what: string; user_id: number | null }>`
        select what, user_id from audit_event order by id desc limit 1`,
    );
    expect(trace).toEqual({ what: 'refresh-token-reused', user_id: expect.any(Number) });
    expect((await driver('auth/refresh', { token: fresh.refresh })).status).toBe(401);
  });

  it('an ended session lets its enter token write another name and email (§7.6)', async () => {
    const person = { version: 'v3', firstname: 'Чужой', email: 'stranger@example.ru' };
    const write = async (enter: string) =>
      (await driver('users.profile', person, { headers: { authorization: enter } })).status;
    const left = await signedIn();
    await api.post('/api/auth/logout', { token: left.access });
    expect(await write(left.enter)).toBe(401);
    const idle = await signedIn();
    api.clock.advanceSeconds(3600);
    expect(await write(idle.enter)).toBe(401);
  });

  it('of two exchanges of one refresh token at once one succeeds', async () => {
    const { refresh } = await signedIn();
    const both = await Promise.all([1, 2].map(() => driver('auth/refresh', { token: refresh })));
    expect(both.map((reply) => reply.status).sort((a, b) => a - b)).toEqual([200, 401]);
  });

  it('a session ends on the server when a user signs out', async () => {
    const { access, refresh } = await signedIn();
    expect((await api.post('/api/auth/logout', { token: access })).body).toEqual({ code: 200, data: {} });
    const [trace] = await rows(
      api.ctx.db.system,
      sql<{ what: string }>`select what from audit_event order by id desc limit 1`,
    );
    expect(trace).toEqual({ what: 'signed-out' });
    expect((await readProfile(access)).status).toBe(401);
    expect((await driver('auth/refresh', { token: refresh })).status).toBe(401);
    expect((await api.post('/api/auth/logout')).status).toBe(401);
  });

  it('tokens are stored only as hashes, and codes as salted hashes', async () => {
    const phone = newPhone();
    const { token, code } = await requested(phone);
    const { tokens } = (await driver('auth/confirm', { phone, token, code })).body.data;
    const stored = await rows(
      api.ctx.db.system,
      sql<{ line: string }>`
        select to_jsonb(session)::text as line from session union all select to_jsonb(sms_code)::text from sms_code
        union all select to_jsonb(audit_event)::text from audit_event`,
    );
    const text = stored.map(({ line }) => line).join('\n');
    for (const secret of [token, tokens.enter, tokens.access, tokens.refresh])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(new RegExp(`"${code}"`));
  });

  it('sign-in leaves an audit row of who came in and who was refused', async () => {
    const phone = newPhone();
    const { token, code } = await requested(phone);
    await driver('auth/confirm', { phone, token, code: wrong(code) });
    const { user } = (await driver('auth/confirm', { phone, token, code })).body.data;
    const trace = await rows(
      api.ctx.db.system,
      sql<{ what: string; user_id: number | null; details: Record<string, unknown> }>`
        select what, user_id, details from audit_event order by id desc limit 2`,
    );
    expect(trace[0]).toMatchObject({ what: 'signed-in', user_id: user.id, details: { isNew: true } });
    expect(trace[1]).toMatchObject({
      what: 'sign-in-refused',
      details: { reason: 'wrong-code', phone: `+7 (***) ***-**-${phone.slice(-2)}` },
    });
  });
});

describe('the profile', () => {
  it('the profile has the user, the company and the rights (§3.19, §7.8, §6.1, §6.2, §6.4, §6.10, §6.12, §6.19)', async () => {
    const company = await givenCompany(api, { creditKopecks: 1_234_50 });
    const admin = await readProfile(company.admin.token);
    expect(admin.body.permissions).toHaveLength(3);
    expect(admin.body.data).toMatchObject({
      phone: company.admin.phone,
      id: company.admin.id,
      firstname: expect.any(String),
      masked_phone: `+7 (***) ***-**-${company.admin.phone.slice(-2)}`,
      is_staff: false,
      staff_role: null,
      company: {
        id: company.id,
        inn: company.inn,
        legal_form: 'ООО',
        client: {
          id: company.id,
          creditSum: 1234.5,
          creditDaysForPayment: 0,
          creditDaysWithoutPayment: 0,
          threshold: null,
          uses_edo: false,
          terms_accepted_at: expect.any(String),
        },
      },
    });
    for (const [role, count] of [
      ['manager', 2],
      ['specialist', 1],
      ['none', 0],
    ] as const) {
      const person = await givenPerson(api, { companyId: company.id, role });
      expect((await readProfile(person.token)).body.permissions).toHaveLength(count);
    }
    const outsiderProfile = await readProfile((await givenPerson(api)).token);
    expect(outsiderProfile.body).toMatchObject({ data: { company: null }, permissions: [] });
    expect(outsiderProfile.body.maintenance).toBeUndefined();
  });

  it('the profile refuses a wrong key or version, and lets a missing one pass (§7.2)', async () => {
    const { token } = await givenPerson(api);
    const right = { 'x-api-key': 'magistral-web', 'x-api-version': 'v2.2' };
    expect((await api.get('/api/users/profile', { token, headers: right })).status).toBe(200);
    expect((await api.get('/api/users/profile', { token })).status).toBe(200);
    for (const headers of [
      { ...right, 'x-api-key': 'other' },
      { ...right, 'x-api-version': 'v1' },
    ]) {
      const reply = await api.get('/api/users/profile', { token, headers });
      expect(reply.body).toEqual({ code: 400, message: expect.stringMatching(/[а-я]/) });
    }
    expect((await api.get('/api/users/profile', { headers: right })).status).toBe(401);
  });
});
