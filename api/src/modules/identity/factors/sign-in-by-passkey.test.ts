import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany } from '../../../testing/givens/factories.ts';
import { signedInBySms } from '../../../testing/second-factor.ts';
import { softwarePasskey } from '../../../testing/software-passkey.ts';

const SITE = { origin: 'https://portal.example', rpId: 'portal.example' };

let api: TestApi;

beforeAll(async () => {
  api = await startApi({
    jobs: false,
    env: { PUBLIC_URL: SITE.origin, SMS_CODES_PER_ADDRESS_HOUR: '40' },
  });
});
afterAll(() => api.stop());

async function clientWithPasskey() {
  const { admin } = await givenCompany(api);
  const token = await signedInBySms(api, admin.phone);
  const passkey = softwarePasskey(SITE);
  const options = (await api.post('/api/factor/add/passkey/options', { token })).body.data;
  const json = { answer: passkey.create(options), title: 'Ноутбук' };
  const added = await api.post('/api/factor/add/passkey', { token, json });
  expect(added.status).toBe(200);
  return { admin, passkey, factorId: added.body.data.factor.id };
}

async function ask() {
  const reply = await api.post('/api/sign-in/passkey/options', {});
  expect(reply.status).toBe(200);
  return reply.body.data;
}

const answer = (input: unknown) => api.post('/api/sign-in/passkey', { json: { answer: input } });

test('a connected passkey opens a session without a phone, its second factor shown', async () => {
  const { admin, passkey } = await clientWithPasskey();
  const options = await ask();
  expect(options).toMatchObject({ rpId: SITE.rpId, userVerification: 'required', allowCredentials: [] });
  const reply = await answer(passkey.get(options));
  expect(reply.body).toMatchObject({
    code: 200,
    data: { user: { phone: admin.phone }, tokens: { refresh: '' } },
  });
  const token = reply.body.data.tokens.access;
  expect((await api.get('/api/users/profile', { token })).status).toBe(200);
  const session = await getOnlyRow(
    api.ctx.db.system,
    sql<{ opened_by: string }>`
      select opened_by from session where user_id = ${admin.id} order by id desc limit 1`,
  );
  expect(session.opened_by).toBe('passkey');
  const event = await getOnlyRow(
    api.ctx.db.system,
    sql<{ details: unknown }>`
      select details from audit_event where what = 'signed-in' and user_id = ${admin.id} order by id desc limit 1`,
  );
  expect(event.details).toMatchObject({ openedBy: 'passkey' });
});

test('a session by a passkey still needs an SMS where a fresh code is needed', async () => {
  const { passkey } = await clientWithPasskey();
  const token = (await answer(passkey.get(await ask()))).body.data.tokens.access;
  const json = { email: 'new@example.ru' };
  const refused = await api.post('/api/users/mail', { token, json });
  expect(refused.body).toMatchObject({ code: 403, reason: 'code' });
});

test('one answer is good once, for a question of this site, within five minutes', async () => {
  const { passkey } = await clientWithPasskey();
  const input = passkey.get(await ask());
  expect((await answer(input)).status).toBe(200);
  expect((await answer(input)).status).toBe(400);
  const late = await ask();
  api.clock.advanceSeconds(300);
  expect((await answer(passkey.get(late))).status).toBe(400);
  expect((await answer(passkey.get({ challenge: 'bm90LWFza2Vk' }))).status).toBe(400);
  const token = (await answer(passkey.get(await ask()))).body.data.tokens.access;
  const confirming = (await api.post('/api/factor/passkey/options', { token })).body.data;
  expect((await answer(passkey.get(confirming))).status).toBe(400);
});

test('two answers at once to one question open one session', async () => {
  const { passkey } = await clientWithPasskey();
  const options = await ask();
  const replies = await Promise.all([answer(passkey.get(options)), answer(passkey.get(options))]);
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
});

test('an unknown, a forged, a copied, a phished and a removed key open nothing', async () => {
  const { admin, passkey, factorId } = await clientWithPasskey();
  expect((await answer(softwarePasskey(SITE).get(await ask()))).status).toBe(400);
  const { id, rawId } = passkey.get(await ask());
  const forged = { ...softwarePasskey(SITE).get(await ask()), id, rawId };
  expect((await answer(forged)).status).toBe(400);
  const phished = softwarePasskey({ ...SITE, origin: 'https://p0rtal.example' }).get(await ask());
  expect((await answer({ ...phished, id, rawId })).status).toBe(400);
  expect((await answer(passkey.get(await ask()))).status).toBe(200);
  passkey.setUses(0);
  expect((await answer(passkey.get(await ask()))).status).toBe(400);
  passkey.setUses(90);
  const token = (await answer(passkey.get(await ask()))).body.data.tokens.access;
  expect((await api.delete(`/api/factor/${factorId}`, { token })).status).toBe(200);
  const gone = await answer(passkey.get(await ask()));
  expect(gone.body).toMatchObject({ code: 400, message: expect.stringContaining('номеру телефона') });
  expect(JSON.stringify(gone.body)).not.toContain(admin.phone);
});

test('a key that has not verified its user, or is of another, opens nothing', async () => {
  const { passkey } = await clientWithPasskey();
  const input = passkey.get(await ask()) as { response: object };
  const foreign = { ...input, response: { ...input.response, userHandle: 'c29tZW9uZQ' } };
  expect((await answer(foreign)).status).toBe(400);
  passkey.forgetUser();
  expect((await answer(passkey.get(await ask()))).status).toBe(400);
});

test('a new device by a passkey is reported as one', async () => {
  const { admin, passkey } = await clientWithPasskey();
  const options = await ask();
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  const json = { answer: passkey.get(options) };
  expect((await api.post('/api/sign-in/passkey', { json, headers })).status).toBe(200);
  const notices = await getOnlyRow(
    api.ctx.db.system,
    sql<{ facts: string }>`
      select coalesce(string_agg(facts::text, ''), '') as facts from notice_event
      where user_id = ${admin.id} and kind = 'security'`,
  );
  expect(notices.facts).toContain('"openedBy": "passkey"');
});

test('an address that asks too often has to wait', async () => {
  api.clock.advanceSeconds(3601);
  for (let asked = 0; asked < 40; asked += 1) await ask();
  const reply = await api.post('/api/sign-in/passkey/options', {});
  expect(reply.body).toMatchObject({ code: 429, message: expect.stringMatching(/Слишком часто/) });
});

test.each([undefined, null, 'x', {}, { id: 'a', rawId: 'a', type: 'public-key', response: {} }])(
  'an answer like %j is refused with a sentence',
  async (input) => {
    expect((await answer(input)).body).toMatchObject({ code: 400, message: expect.stringMatching(/[а-я]/) });
  },
);
