import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSUFFICIENT_FUNDS } from '#contract/money/money.ts';
import { buildServer } from '../../../server.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany } from '../../../testing/givens/factories.ts';

const ADDRESS_CAP = 5;
const PHONE_CAP = 4;

let api: TestApi;

beforeAll(async () => {
  api = await startApi({
    jobs: false,
    env: { SMS_CODES_PER_ADDRESS_HOUR: String(ADDRESS_CAP), SMS_CODES_PER_PHONE_HOUR: String(PHONE_CAP) },
  });
});

afterAll(() => api.stop());

const driver = (route: string, fields: object): Promise<ApiResponse> =>
  api.post('/api/send-to-driver', { json: { route, ...fields } });

const register = (phone: string): Promise<ApiResponse> =>
  driver('auth/register', { phone, recaptchaToken: 'any' });

const times = <Result>(count: number, ask: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

/** Counts the answers by status. */
function tally(answers: readonly ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function outbox(phone: string): Promise<number> {
  return (await api.get(`/dev/sms?phone=${phone}`)).body.data.length;
}

describe('codes that are asked for at once', () => {
  test('twenty codes for one action are one message', async () => {
    const { admin } = await givenCompany(api);
    const ask = () => api.get('/api/sms?purpose=edm', { token: admin.token });
    expect(tally(await times(20, ask))).toEqual({ 200: 1, 429: 19 });
    expect(await outbox(admin.phone)).toBe(1);
  });

  test('twenty sign-ins of one phone are one message, and the earlier code is void', async () => {
    api.clock.advanceSeconds(3600);
    const phone = '79330000001';
    const { token } = (await register(phone)).body.data;
    const code = api.lastCode(phone);
    api.clock.advanceSeconds(45);
    expect(tally(await times(20, () => register(phone)))).toEqual({ 200: 1, 429: 19 });
    expect(await outbox(phone)).toBe(2);
    expect((await driver('auth/confirm', { phone, token, code })).status).toBe(400);
  });

  test('one address does not get past its cap by asking for many phones', async () => {
    api.clock.advanceSeconds(3600);
    const answers = await times(20, (index) => register(`7933100${String(index).padStart(4, '0')}`));
    expect(tally(answers)).toEqual({ 200: ADDRESS_CAP, 429: 20 - ADDRESS_CAP });
  });
});

describe('a message that its provider does not take', () => {
  test('a message that its provider refuses leaves the earlier code valid', async () => {
    api.clock.advanceSeconds(3600);
    const phone = '79330000005';
    const { token } = (await register(phone)).body.data;
    const code = api.lastCode(phone);
    const { id, admin } = await givenCompany(api);
    const card = await givenCard(api, id);
    const query = `purpose=transfer&subject=${card.id}`;
    await api.get(`/api/sms?${query}`, { token: admin.token });
    const sms = api.lastCode(admin.phone);
    api.clock.advanceSeconds(45);
    await withoutProvider(async (app) => {
      const again = await app.inject({
        method: 'POST',
        url: '/api/send-to-driver',
        payload: { route: 'auth/register', phone, recaptchaToken: 'any' },
      });
      const headers = { 'x-auth-token': admin.token };
      const resent = await app.inject({ url: `/api/sms?${query}`, headers });
      expect([again.statusCode, resent.statusCode]).toEqual([503, 503]);
    });
    expect((await driver('auth/confirm', { phone, token, code })).status).toBe(200);
    const moved = await api.post(`/api/card/${card.id}/transaction`, {
      token: admin.token,
      form: { sum: '1', sms, mode: '1' },
    });
    expect(moved.body.error_messages).toEqual({ sum: [INSUFFICIENT_FUNDS] });
  });

  async function withoutProvider(work: (app: FastifyInstance) => Promise<void>): Promise<void> {
    const send = async () => ({ accepted: false, kind: 'balance', message: 'no money' }) as const;
    const app = await buildServer({ ...api.ctx, sms: { provider: 'outbox', send } });
    await work(app);
    await app.close();
  }
});

describe('past the hourly cap', () => {
  test('calls 1: the response says when the next code may be requested', async () => {
    api.clock.advanceSeconds(3600);
    const phone = '79330000003';
    for (let sent = 0; sent < PHONE_CAP; sent += 1) {
      expect((await register(phone)).status).toBe(200);
      api.clock.advanceSeconds(100);
    }
    const refused = await register(phone);
    const left = 3600 - PHONE_CAP * 100;
    expect(refused.body).toMatchObject({ code: 429, message: `Слишком часто. Повторите через ${left} с` });
    expect(refused.headers.get('retry-after')).toBe(String(left));
    api.clock.advanceSeconds(left - 1);
    expect((await register(phone)).headers.get('retry-after')).toBe('1');
    api.clock.advanceSeconds(1);
    expect((await register(phone)).status).toBe(200);
  });

  test('calls 1: an address that asked for many phones reads when it may again', async () => {
    api.clock.advanceSeconds(3600);
    for (let serial = 0; serial < ADDRESS_CAP; serial += 1) {
      expect((await register(`7933200000${serial}`)).status).toBe(200);
      api.clock.advanceSeconds(10);
    }
    const refused = await register('79332000009');
    expect(refused.headers.get('retry-after')).toBe(String(3600 - ADDRESS_CAP * 10));
  });
});

describe('a server whose clock is set back by an hour', () => {
  test('a user with a code gets another one after the clock was set back by an hour', async () => {
    api.clock.advanceSeconds(2 * 3600);
    const { admin } = await givenCompany(api);
    const ask = () => api.get('/api/sms?purpose=edm', { token: admin.token });
    expect((await ask()).status).toBe(200);
    const first = api.lastCode(admin.phone);
    api.clock.advanceSeconds(-3600);
    expect((await ask()).status).toBe(200);
    expect(api.lastCode(admin.phone)).not.toBe(first);
    expect((await ask()).headers.get('retry-after')).toBe('45');
  });

  test('a clock set back does not count codes of the future hour towards the cap', async () => {
    api.clock.advanceSeconds(2 * 3600);
    const phone = '79330000006';
    for (let sent = 0; sent < PHONE_CAP; sent += 1) {
      expect((await register(phone)).status).toBe(200);
      api.clock.advanceSeconds(45);
    }
    expect((await register(phone)).status).toBe(429);
    api.clock.advanceSeconds(-3600);
    expect((await register(phone)).status).toBe(200);
    api.clock.advanceSeconds(2 * 3600);
  });
});

describe('an attacker who asks for codes to a user’s phone', () => {
  test('an attacker does not stop the owner from confirming, nor vice versa', async () => {
    const { id, admin } = await givenCompany(api);
    const card = await givenCard(api, id);
    for (let serial = 1; serial <= PHONE_CAP; serial += 1) {
      expect(await registerFrom(`198.51.100.${serial}`, admin.phone)).toBe(200);
      api.clock.advanceSeconds(45);
    }
    expect(await registerFrom('198.51.100.99', admin.phone)).toBe(429);
    const confirmation = (sum: number) =>
      api.get(`/api/sms?purpose=transfer&subject=${card.id}&sum=${sum}`, { token: admin.token });
    const answers = [];
    for (let sum = 1; sum <= PHONE_CAP + 1; sum += 1) answers.push(await confirmation(sum));
    expect(tally(answers)).toEqual({ 200: PHONE_CAP, 429: 1 });
    api.clock.advanceSeconds(3600 - PHONE_CAP * 45);
    expect((await confirmation(9)).status).toBe(429);
    expect((await register(admin.phone)).status).toBe(200);
  });

  test('an attacker does not invalidate the code that the owner has not read yet', async () => {
    api.clock.advanceSeconds(3600);
    const phone = '79330000002';
    const { token } = (await register(phone)).body.data;
    const code = api.lastCode(phone);
    api.clock.advanceSeconds(45);
    expect(await registerFrom('198.51.100.7', phone)).toBe(200);
    expect((await driver('auth/confirm', { phone, token, code })).status).toBe(200);
  });

  async function registerFrom(remoteAddress: string, phone: string): Promise<number> {
    const payload = { route: 'auth/register', phone, recaptchaToken: 'any' };
    const ask = { method: 'POST', url: '/api/send-to-driver', payload, remoteAddress } as const;
    return (await api.app.inject(ask)).statusCode;
  }
});
