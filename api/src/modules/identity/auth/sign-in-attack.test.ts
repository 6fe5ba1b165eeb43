import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { forgetDevices } from './known-devices.ts';

const PER_PHONE = 8;
const PER_ADDRESS = 12;
const PROGRAMME = 30;
const DAY = 86_400;

let api: TestApi;
let serial = 0;

beforeAll(async () => {
  api = await startApi({
    jobs: false,
    env: {
      SMS_CODES_PER_PHONE_HOUR: '60',
      SMS_CODES_PER_ADDRESS_HOUR: '200',
      SIGN_IN_CODES_PER_PHONE_DAY: String(PER_PHONE),
      SIGN_IN_CODES_PER_ADDRESS_DAY: String(PER_ADDRESS),
      SIGN_IN_CODES_PER_DAY: String(PROGRAMME),
      SIGN_IN_CODES_BEFORE_PAUSE: '2',
    },
  });
});
afterAll(() => api?.stop());
// Requests of an earlier test no longer count.
beforeEach(() => api.clock.advanceSeconds(DAY + 60));

const newPhone = () => `7944${String((serial += 1)).padStart(7, '0')}`;
const HOME = '203.0.113.5';
const MINUTE = 60;

interface Visitor {
  ip: string;
  cookie?: string;
  browser?: boolean;
}

async function driver(route: string, fields: object, { ip, cookie, browser = true }: Visitor) {
  const reply = await api.app.inject({
    method: 'POST',
    url: '/api/send-to-driver',
    payload: { route, ...fields },
    remoteAddress: ip,
    headers: {
      ...(browser && { 'sec-fetch-site': 'same-origin' }),
      ...(cookie && { cookie: `other=1; ${cookie}` }),
    },
  });
  const set = String(reply.headers['set-cookie'] ?? '');
  return { status: reply.statusCode, body: reply.json(), set, cookie: set.split(';')[0] ?? '' };
}

const ask = (phone: string, who: Visitor) => driver('auth/register', { phone, recaptchaToken: 'any' }, who);

/** The owner signs in and has the cookie of a known device afterwards. */
async function signIn(phone: string, who: Visitor) {
  const requested = await ask(phone, who);
  expect(requested.status).toBe(200);
  const input = { phone, token: requested.body.data.token, code: api.lastCode(phone) };
  const confirmed = await driver('auth/confirm', input, { ...who, cookie: requested.cookie });
  expect(confirmed.status).toBe(200);
  return confirmed;
}

/** Asks from many addresses until nothing more is sent; returns how many messages came. */
async function bomb(phone: string): Promise<number> {
  let sent = 0;
  for (let place = 1; place <= 2 * PER_PHONE; place += 1)
    if ((await ask(phone, { ip: `198.51.100.${place}` })).status === 200) sent += 1;
  return sent;
}

describe('an attacker who knows a user’s phone', () => {
  test('an attacker can’t lock the owner out: the known device signs in always', async () => {
    const phone = newPhone();
    const { cookie } = await signIn(phone, { ip: HOME });
    await bomb(phone);
    expect((await ask(phone, { ip: '198.51.100.77' })).status).toBe(429);
    // This works even behind the same address as the attacker.
    await requestCodesFrom(HOME);
    expect((await ask(newPhone(), { ip: HOME })).status).toBe(429);
    await signIn(phone, { ip: HOME, cookie });
  });

  test('an attacker leaves the owner’s new device its share at his usual place', async () => {
    const phone = newPhone();
    await signIn(phone, { ip: HOME });
    api.clock.advanceSeconds(DAY);
    await bomb(phone);
    const elsewhere = await ask(phone, { ip: '192.0.2.7' });
    expect(elsewhere.body.message).toMatch(/из сети, откуда уже входили/);
    // Another address of the same line, as providers give them.
    const nearby = HOME.replace('.5', '.9');
    await signIn(phone, { ip: nearby });
    for (let sent = 0; sent < PER_PHONE / 4; sent += 1) {
      expect((await ask(phone, { ip: nearby })).status).toBe(200);
      api.clock.advanceSeconds(46);
    }
    expect((await ask(phone, { ip: HOME })).status).toBe(429);
  });

  test('an attacker can’t block owners at their usual place by the daily limit', async () => {
    const phone = newPhone();
    await signIn(phone, { ip: HOME });
    api.clock.advanceSeconds(DAY);
    let sent = 0;
    for (let place = 1; sent < PROGRAMME && place < 3 * PROGRAMME; place += 1)
      if ((await ask(newPhone(), { ip: `198.51.100.${place}` })).status === 200) sent += 1;
    expect((await ask(newPhone(), { ip: '192.0.2.8' })).status).toBe(429);
    await signIn(phone, { ip: HOME });
  });

  test('an attacker does not become the owner’s device by his own or a made-up cookie', async () => {
    const phone = newPhone();
    await signIn(phone, { ip: HOME });
    const unknownDevice = await signIn(newPhone(), { ip: '198.51.100.9' });
    await bomb(phone);
    for (const cookie of [unknownDevice.cookie, `magistral_device=${'A'.repeat(43)}`, 'magistral_device=x'])
      expect((await ask(phone, { ip: '198.51.100.88', cookie })).status).toBe(429);
  });

  test('an attacker sends at most the day’s few messages from any addresses', async () => {
    const phone = newPhone();
    expect(await bomb(phone)).toBe(PER_PHONE);
    const refused = await ask(phone, { ip: '198.51.100.99' });
    expect(refused.body.message).toMatch(/^Кодов для входа запрошено слишком много.*через 24 ч$/);
    api.clock.advanceSeconds(DAY);
    expect((await ask(phone, { ip: '198.51.100.99' })).status).toBe(200);
  });

  test('an attacker waits twice as long after each unused code, within a daily share', async () => {
    const phone = newPhone();
    const unknownDevice = { ip: '198.51.100.20' };
    const waits: number[] = [];
    for (let sent = 0; sent < PER_PHONE / 4; sent += 1) {
      expect((await ask(phone, unknownDevice)).status).toBe(200);
      api.clock.advanceSeconds(45);
    }
    const again = await driver('auth/register', { phone, recaptchaToken: 'any' }, unknownDevice);
    waits.push(Number(/(\d+) с$/.exec(again.body.message)?.[1]));
    expect(waits).toEqual([45]);
    api.clock.advanceSeconds(45);
    expect((await ask(phone, unknownDevice)).body.message).toMatch(/через 24 ч$/);
    // It does not block another place.
    expect((await ask(phone, { ip: HOME })).status).toBe(200);
  });

  test('an attacker gains nothing from the many addresses of one IPv6 line', async () => {
    const phone = newPhone();
    expect((await ask(phone, { ip: '2001:db8:1:2::1' })).status).toBe(200);
    expect((await ask(phone, { ip: '2001:db8:1:2:ffff::2' })).status).toBe(429);
    expect((await ask(phone, { ip: '2001:db8:1:3::1' })).status).toBe(200);
  });

  test('an attacker can’t invalidate the owner’s new code behind one address', async () => {
    const phone = newPhone();
    const owner = await ask(phone, { ip: HOME });
    const input = { phone, token: owner.body.data.token, code: api.lastCode(phone) };
    api.clock.advanceSeconds(45);
    expect((await ask(phone, { ip: HOME })).status).toBe(200);
    api.clock.advanceSeconds(90);
    expect((await ask(phone, { ip: HOME, browser: false })).status).toBe(429);
    for (let guess = 0; guess < 6; guess += 1) {
      const stolen = { ...input, token: 'guessed', code: '000000' };
      expect((await driver('auth/confirm', stolen, { ip: HOME })).status).toBe(400);
    }
    expect((await driver('auth/confirm', input, { ip: HOME })).status).toBe(200);
  });

  test('an attacker costs at most the day’s messages, and known devices go on', async () => {
    const phone = newPhone();
    const { cookie } = await signIn(phone, { ip: HOME });
    let sent = 0;
    for (let place = 1; place <= PROGRAMME + 5; place += 1)
      if ((await ask(newPhone(), { ip: `192.0.2.${place}` })).status === 200) sent += 1;
    expect(sent).toBe(PROGRAMME);
    await signIn(phone, { ip: HOME, cookie });
  });

  async function requestCodesFrom(ip: string): Promise<void> {
    for (let times = 0; times <= PER_ADDRESS; times += 1) await ask(newPhone(), { ip });
  }
});

describe('a known device', () => {
  test('the device is a cookie hidden from scripts, renewed at each sign-in', async () => {
    const phone = newPhone();
    const first = await signIn(phone, { ip: HOME });
    expect(first.set).toMatch(
      /^magistral_device=[\w-]{43}; Max-Age=15552000; Path=\/api; HttpOnly; SameSite=Lax$/,
    );
    api.clock.advanceSeconds(MINUTE);
    const second = await signIn(phone, { ip: HOME, cookie: first.cookie });
    expect(second.cookie).not.toBe(first.cookie);
    await bomb(phone);
    expect((await ask(phone, { ip: '198.51.100.70', cookie: first.cookie })).status).toBe(429);
    expect((await ask(phone, { ip: HOME, cookie: second.cookie })).status).toBe(200);
    expect(await hashes()).not.toContain(second.cookie);
  });

  test('a device may be shared: a colleague’s sign-in keeps it known to the first user', async () => {
    const [one, other] = [newPhone(), newPhone()];
    const first = await signIn(one, { ip: HOME });
    const second = await signIn(other, { ip: HOME, cookie: first.cookie });
    await bomb(one);
    expect((await ask(one, { ip: HOME, cookie: second.cookie })).status).toBe(200);
  });

  test('a known device has the usual pause, and is forgotten 180 days after a sign-in', async () => {
    const phone = newPhone();
    const { cookie } = await signIn(phone, { ip: HOME });
    expect((await ask(phone, { ip: HOME, cookie })).status).toBe(200);
    const soon = await ask(phone, { ip: HOME, cookie });
    expect(soon.body.message).toBe('Слишком часто. Повторите через 45 с');
    api.clock.advanceSeconds(180 * DAY);
    await bomb(phone);
    expect((await ask(phone, { ip: HOME, cookie })).status).toBe(429);
  });

  test('a known device is unknown again once the user’s devices were forgotten', async () => {
    const phone = newPhone();
    const signedIn = await signIn(phone, { ip: HOME });
    await forgetDevices(api.ctx.db.system, signedIn.body.data.user.id);
    await bomb(phone);
    expect((await ask(phone, { ip: '192.0.2.9', cookie: signedIn.cookie })).status).toBe(429);
  });

  test('a known device differs from a new one in the audit log', async () => {
    const phone = newPhone();
    const { cookie } = await signIn(phone, { ip: HOME });
    api.clock.advanceSeconds(MINUTE);
    await signIn(phone, { ip: HOME, cookie });
    api.clock.advanceSeconds(MINUTE);
    await signIn(phone, { ip: '198.51.100.3' });
    const notices = await rows(
      api.ctx.db.system,
      sql<{ is_new: boolean }>`
        select (details->>'isNewDevice')::boolean as is_new from audit_event
        where what = 'signed-in' order by id desc limit 3`,
    );
    expect(notices.map((item) => item.is_new)).toEqual([true, false, true]);
  });

  async function hashes(): Promise<string> {
    const stored = await rows(
      api.ctx.db.system,
      sql<{ line: string }>`
        select to_jsonb(known_device)::text as line from known_device union all select to_jsonb(sms_code)::text from sms_code`,
    );
    return stored.map((item) => item.line).join('\n');
  }
});

test('a client that will not exchange a refresh token gets none', async () => {
  const phone = newPhone();
  const requested = await ask(phone, { ip: HOME });
  const input = { phone, token: requested.body.data.token, code: api.lastCode(phone), without_refresh: true };
  const { body } = await driver('auth/confirm', input, { ip: HOME });
  expect(body.data.tokens).toMatchObject({ refresh: '', access: expect.stringMatching(/./) });
  expect((await driver('auth/refresh', { token: '' }, { ip: HOME })).status).toBe(400);
  expect((await api.get('/api/users/profile', { token: body.data.tokens.access })).status).toBe(200);
});
