import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;
const verified: string[] = [];

beforeAll(async () => {
  const verify = async (token: string) => {
    verified.push(token);
    return token === 'proof';
  };
  api = await startApi({
    jobs: false,
    env: {
      CAPTCHA: 'smartcaptcha',
      SMARTCAPTCHA_CLIENT_KEY: 'y',
      SMARTCAPTCHA_SERVER_KEY: 'k',
      SIGN_IN_CODES_BEFORE_PAUSE: '2',
      SIGN_IN_CODES_PER_ADDRESS_DAY: '8',
    },
    overrides: { captcha: { verify } },
  });
});
afterAll(() => api?.stop());

let serial = 0;
const newPhone = () => `7947${String((serial += 1)).padStart(7, '0')}`;

async function ask(phone: string, recaptchaToken: string, ip: string, cookie = '') {
  const reply = await api.app.inject({
    method: 'POST',
    url: '/api/send-to-driver',
    payload: { route: 'auth/register', phone, recaptchaToken },
    remoteAddress: ip,
    headers: cookie ? { cookie } : {},
  });
  return { status: reply.statusCode, body: reply.json() };
}

test('§7.7 the captcha is asked for only near the limits, and then no made-up token passes', async () => {
  const [phone, ip] = [newPhone(), '203.0.113.5'];
  for (let sent = 0; sent < 2; sent += 1) {
    expect((await ask(phone, 'fake-recaptcha-token', ip)).status).toBe(200);
    api.clock.advanceSeconds(90);
  }
  expect(verified).toEqual([]);
  const refused = await ask(phone, 'fake-recaptcha-token', ip);
  expect(refused).toMatchObject({
    status: 400,
    body: {
      message: 'Подтвердите, что вы не робот',
      errors: { message: 'Подтвердите, что вы не робот' },
      error_messages: { recaptchaToken: ['Подтвердите, что вы не робот'] },
    },
  });
  expect((await ask(phone, 'proof', ip)).status).toBe(200);
  expect(verified).toEqual(['fake-recaptcha-token', 'proof']);
});

test('near half of an address’s limit a captcha appears, for that address only', async () => {
  const ip = '203.0.113.6';
  for (let sent = 0; sent < 4; sent += 1) expect((await ask(newPhone(), 'fake', ip)).status).toBe(200);
  expect((await ask(newPhone(), 'fake', ip)).status).toBe(400);
  expect((await ask(newPhone(), 'fake', '203.0.113.7')).status).toBe(200);
});

test('an empty token is refused wherever it comes from', async () => {
  const { phone } = await givenPerson(api);
  expect((await ask(phone, ' ', '203.0.113.8')).status).toBe(400);
});
