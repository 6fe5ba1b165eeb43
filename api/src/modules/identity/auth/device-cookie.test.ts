import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson, type GivenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { PUBLIC_URL: 'https://portal.example' } });
});
afterAll(() => api.stop());

/** The cookie that a sign-in sets, whole. */
async function signIn({ phone }: GivenPerson, cookie = ''): Promise<string> {
  const headers: Record<string, string> = { origin: 'https://portal.example', cookie };
  const send = (json: object) => api.post('/api/send-to-driver', { headers, json });
  const requested = await send({ route: 'auth/register', phone, recaptchaToken: 'any' });
  headers.cookie = requested.headers.get('set-cookie')?.split(';')[0] ?? cookie;
  const input = { phone, token: requested.body.data.token, code: api.lastCode(phone) };
  const confirmed = await send({ route: 'auth/confirm', ...input });
  api.clock.advanceSeconds(120);
  return confirmed.headers.get('set-cookie') ?? '';
}

async function countUnknownDevices({ id }: GivenPerson): Promise<number> {
  const { count } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ count: number }>`
      select count(*)::int as count from security_sms where user_id = ${id} and event = 'new-device'`,
  );
  return count;
}

test('under https the device cookie is of this host only; the old name is still read', async () => {
  const person = await givenPerson(api);
  const set = await signIn(person);
  expect(set).toMatch(
    /^__Host-magistral_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  const known = await countUnknownDevices(person);
  const [token = ''] = /[\w-]{43}/.exec(set.replace('__Host-magistral_device=', '')) ?? [];
  const again = await signIn(person, `magistral_device=${token}`);
  expect(await countUnknownDevices(person)).toBe(known);
  expect(again).toMatch(/^__Host-magistral_device=/);
  await signIn(person);
  expect(await countUnknownDevices(person)).toBe(known + 1);
});
