import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '../../../db/database.ts';
import { newSalt, saltedHash } from '../../../lib/secrets.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson } from '../../../testing/givens/factories.ts';
import {
  confirmBy,
  givenTotp,
  oneTimePassword,
  signedInBySms,
  tokensBySms,
} from '../../../testing/second-factor.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { PUBLIC_URL: 'https://portal.example' } });
});
afterAll(() => api.stop());

async function clientWithTotp() {
  const { admin, id } = await givenCompany(api);
  const first = await signedInBySms(api, admin.phone);
  return { companyId: id, phone: admin.phone, first, ...(await givenTotp(api, first)) };
}

const profile = (token: string) => api.get('/api/users/profile', { token });

describe('a one-time password', () => {
  it('a session by SMS alone reaches nothing until the factor, if there is one', async () => {
    const { phone, secret } = await clientWithTotp();
    const { access: token, enter } = await tokensBySms(api, phone);
    const refused = { code: 403, reason: 'factor', data: { factor: 'confirm' }, message: expect.any(String) };
    for (const path of ['/api/users/profile', '/api/card', '/api/sms', '/api/users/mail', '/api/operations'])
      expect((await api.get(path, { token })).body).toMatchObject(refused);
    const ticket = await api.post('/api/downloads/ticket', { token, json: { path: '/api/x' } });
    expect(ticket.body).toMatchObject(refused);
    const name = { route: 'users.profile', version: 'v3', firstname: 'Чужой', email: 'stranger@example.ru' };
    const written = await api.post('/api/send-to-driver', { json: name, headers: { authorization: enter } });
    expect(written.body).toMatchObject(refused);
    expect((await api.get('/api/factor', { token })).body.data).toMatchObject({
      asks: 'confirm',
      ways: ['totp', 'recovery'],
      factors: [],
    });

    const reply = await confirmBy(api, 'totp', token, oneTimePassword(api, secret));
    expect(reply.body).toEqual({ code: 200, data: { confirmed_at: api.clock.now().toISOString() } });
    expect((await profile(token)).status).toBe(200);
    const outsider = await givenPerson(api);
    expect((await profile(await signedInBySms(api, outsider.phone))).status).toBe(200);
  });

  it('a code is good once: neither that of connecting nor a used one is taken again', async () => {
    const { first, phone, secret } = await clientWithTotp();
    const used = { message: 'Этот код уже использован. Дождитесь следующего' };
    expect((await confirmBy(api, 'totp', first, oneTimePassword(api, secret))).body).toMatchObject(used);
    const token = await signedInBySms(api, phone);
    const code = oneTimePassword(api, secret);
    const both = await Promise.all([1, 2].map(() => confirmBy(api, 'totp', token, code)));
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const other = await signedInBySms(api, phone);
    api.clock.advanceSeconds(-60);
    expect((await confirmBy(api, 'totp', other, code)).body).toMatchObject(used);
    api.clock.advanceSeconds(60);
    expect((await confirmBy(api, 'totp', other, oneTimePassword(api, secret, -2))).status).toBe(400);
    expect((await confirmBy(api, 'totp', other, oneTimePassword(api, secret, 1))).status).toBe(200);
  });

  it('five wrong one-time passwords lock the right one for 15 minutes too', async () => {
    const { phone, secret } = await clientWithTotp();
    const token = await signedInBySms(api, phone);
    const wrong = oneTimePassword(api, secret, 40);
    const tried = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => confirmBy(api, 'totp', token, wrong)));
    expect(tried.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([
      400, 400, 400, 400, 400, 429, 429,
    ]);
    const locked = await confirmBy(api, 'totp', token, oneTimePassword(api, secret));
    expect(locked.body).toMatchObject({ code: 429, message: expect.stringContaining('через 15 мин') });
    expect(locked.headers.get('retry-after')).toBe('900');
    const [trace] = await rows(
      api.ctx.db.system,
      sql<{ what: string }>`select what from audit_event order by id desc limit 1`,
    );
    expect(trace).toEqual({ what: 'factor-refused' });
    api.clock.advanceSeconds(900);
    expect((await confirmBy(api, 'totp', token, oneTimePassword(api, secret))).status).toBe(200);
  });

  it.each([undefined, '', '12345', 'abcdef', ['1'], { a: 1 }, '1234567'])(
    'a one-time password of %j is refused with a sentence',
    async (code) => {
      const { phone } = await clientWithTotp();
      const token = await signedInBySms(api, phone);
      const reply = await api.post('/api/factor/totp', { token, json: { code } });
      expect(reply.body).toMatchObject({
        code: 400,
        error_messages: { code: [expect.stringMatching(/[а-я]/)] },
      });
    },
  );
});

describe('a recovery code', () => {
  it('a recovery code confirms once, in any format, and only hashes are stored', async () => {
    const { phone, recoveryCodes } = await clientWithTotp();
    expect(recoveryCodes).toHaveLength(10);
    const [code = '', other = ''] = recoveryCodes;
    const token = await signedInBySms(api, phone);
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    expect((await confirmBy(api, 'recovery', token, typed)).status).toBe(200);
    const again = await signedInBySms(api, phone);
    expect((await confirmBy(api, 'recovery', again, code)).status).toBe(400);
    expect((await confirmBy(api, 'recovery', again, other)).status).toBe(200);
    expect((await api.get('/api/factor', { token: again })).body.data.recovery_codes_left).toBe(8);
    const stored = await rows(
      api.ctx.db.system,
      sql<{ line: string }>`
        select to_jsonb(recovery_code)::text as line from recovery_code
        union all select to_jsonb(second_factor)::text from second_factor
        union all select to_jsonb(audit_event)::text from audit_event`,
    );
    expect(stored.map(({ line }) => line).join('\n')).not.toContain(other.replaceAll('-', ''));
  });

  it('a recovery code is stored as a slow hash, and an old quick one confirms too', async () => {
    const { phone, recoveryCodes } = await clientWithTotp();
    const stored = await rows(
      api.ctx.db.system,
      sql<{ id: number; length: number }>`
        select id, length(code_hash) as length from recovery_code
        where user_id = (select id from app_user where phone = ${phone}) order by id`,
    );
    expect(new Set(stored.map(({ length }) => length))).toEqual(new Set([64]));
    const [code = '', slow = ''] = recoveryCodes;
    const salt = newSalt();
    const quick = saltedHash(code.replaceAll('-', ''), salt);
    await sql`
      update recovery_code set salt = ${salt}, code_hash = ${quick} where id = ${stored[0]?.id}`.execute(
      api.ctx.db.system,
    );
    const token = await signedInBySms(api, phone);
    expect((await confirmBy(api, 'recovery', token, code)).status).toBe(200);
    expect((await confirmBy(api, 'recovery', token, code)).status).toBe(400);
    expect((await confirmBy(api, 'recovery', token, slow)).status).toBe(200);
  });

  it('a recovery code opens nothing after new ones were made, or for another user', async () => {
    const { first, phone, recoveryCodes } = await clientWithTotp();
    const renewed = await api.post('/api/factor/recovery-codes', { token: first });
    const fresh: string[] = renewed.body.data.recovery_codes;
    const token = await signedInBySms(api, phone);
    expect((await confirmBy(api, 'recovery', token, recoveryCodes[0] ?? '')).status).toBe(400);
    const outsider = await clientWithTotp();
    const his = await signedInBySms(api, outsider.phone);
    expect((await confirmBy(api, 'recovery', his, fresh[0] ?? '')).status).toBe(400);
    expect((await confirmBy(api, 'recovery', token, fresh[0] ?? '')).status).toBe(200);
  });
});

describe('connecting and removing', () => {
  it('a first factor needs a sign-in of the last 15 minutes, the next a confirmation', async () => {
    const { admin } = await givenCompany(api);
    const late = await signedInBySms(api, admin.phone);
    api.clock.advanceSeconds(900);
    const refused = await api.post('/api/factor/add/totp/secret', { token: late });
    expect(refused.body).toMatchObject({ code: 403, message: expect.stringContaining('войдите заново') });
    const { first, secret, phone } = await clientWithTotp();
    api.clock.advanceSeconds(900);
    expect((await api.post('/api/factor/add/totp/secret', { token: first })).body).toMatchObject({
      code: 403,
      reason: 'factor',
    });
    expect((await confirmBy(api, 'totp', first, oneTimePassword(api, secret))).status).toBe(200);
    expect((await api.post('/api/factor/add/totp/secret', { token: first })).status).toBe(200);
    // A person with only the phone can't add a factor of their own.
    const half = await signedInBySms(api, phone);
    expect((await api.post('/api/factor/add/totp/secret', { token: half })).body.reason).toBe('factor');
  });

  it('the sessions that were open before the first factor have to show it, too', async () => {
    const { admin } = await givenCompany(api);
    const token = await signedInBySms(api, admin.phone);
    await givenTotp(api, token);
    expect((await profile(token)).status).toBe(200);
    expect((await profile(admin.token)).body.reason).toBe('factor');
  });

  it('the last factor takes its recovery codes with it, and only its user removes it', async () => {
    const { first, factorId, phone } = await clientWithTotp();
    const outsider = await clientWithTotp();
    expect((await api.delete(`/api/factor/${factorId}`, { token: outsider.first })).status).toBe(404);
    expect((await api.delete(`/api/factor/${factorId}`, { token: first })).status).toBe(200);
    expect((await api.get('/api/factor', { token: first })).body.data).toMatchObject({
      factors: [],
      recovery_codes_left: 0,
    });
    expect((await profile(await signedInBySms(api, phone))).status).toBe(200);
  });
});

describe('a company that requires a second factor', () => {
  it('a user who must connect a factor reads on, and changes nothing until then', async () => {
    const { companyId, first } = await clientWithTotp();
    const set = (token: string, required: boolean) =>
      api.put('/api/factor/company', { token, json: { required } });
    const manager = await givenPerson(api, { companyId, role: 'manager' });
    const reader = await givenPerson(api, { companyId, role: 'specialist' });
    const other = await givenPerson(api, { companyId, role: 'admin' });
    expect((await set(manager.token, true)).status).toBe(403);
    expect((await set(other.token, true)).status).toBe(409);
    expect((await set(first, true)).body.data).toEqual({ required: true });

    const token = await signedInBySms(api, manager.phone);
    expect((await api.get('/api/card', { token })).status).toBe(200);
    const write = await api.post('/api/drivers', { token, json: {} });
    expect(write.body).toMatchObject({ code: 403, reason: 'factor', data: { factor: 'enrol' } });
    expect((await api.get('/api/card', { token: reader.token })).status).toBe(200);
    expect((await api.get('/api/factor', { token })).body.data).toMatchObject({
      asks: 'enrol',
      required: true,
    });
    const { factorId } = await givenTotp(api, token);
    expect((await api.post('/api/drivers', { token, json: {} })).body.reason).toBeUndefined();
    expect((await api.delete(`/api/factor/${factorId}`, { token })).status).toBe(409);
    expect((await set(first, false)).status).toBe(200);
    expect((await api.delete(`/api/factor/${factorId}`, { token })).status).toBe(200);
  });
});
