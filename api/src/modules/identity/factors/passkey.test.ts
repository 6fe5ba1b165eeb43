import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson } from '../../../testing/givens/factories.ts';
import { signedInBySms } from '../../../testing/second-factor.ts';
import { softwarePasskey, type SoftwarePasskey } from '../../../testing/software-passkey.ts';

const SITE = { origin: 'https://portal.example', rpId: 'portal.example' };

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { PUBLIC_URL: SITE.origin } });
});
afterAll(() => api.stop());

async function connect(token: string, passkey: SoftwarePasskey) {
  const options = (await api.post('/api/factor/add/passkey/options', { token })).body.data;
  const json = { answer: passkey.create(options), title: 'Ноутбук' };
  return { options, reply: await api.post('/api/factor/add/passkey', { token, json }) };
}

async function clientWithPasskey() {
  const { admin } = await givenCompany(api);
  const token = await signedInBySms(api, admin.phone);
  const passkey = softwarePasskey(SITE);
  const { reply } = await connect(token, passkey);
  expect(reply.status).toBe(200);
  return { phone: admin.phone, first: token, passkey, factor: reply.body.data.factor };
}

async function optionsFor(token: string) {
  const reply = await api.post('/api/factor/passkey/options', { token });
  expect(reply.status).toBe(200);
  return reply.body.data;
}

const answer = (token: string, input: unknown) =>
  api.post('/api/factor/passkey', { token, json: { answer: input } });
const profileStatus = async (token: string) => (await api.get('/api/users/profile', { token })).status;

test('a connected passkey confirms the next sign-in, and needs no secret in the portal', async () => {
  const { phone, passkey, factor } = await clientWithPasskey();
  expect(factor).toMatchObject({ kind: 'passkey', title: 'Ноутбук', used_at: null });
  const token = await signedInBySms(api, phone);
  const options = await optionsFor(token);
  expect(options).toMatchObject({ rpId: SITE.rpId, allowCredentials: [expect.anything()] });
  expect(await profileStatus(token)).toBe(403);
  expect((await answer(token, passkey.get(options))).status).toBe(200);
  expect(await profileStatus(token)).toBe(200);
});

test('one answer is good once, for its own question, within five minutes', async () => {
  const { phone, passkey } = await clientWithPasskey();
  const token = await signedInBySms(api, phone);
  const input = passkey.get(await optionsFor(token));
  expect((await answer(token, input)).status).toBe(200);
  const other = await signedInBySms(api, phone);
  expect((await answer(other, input)).status).toBe(400);
  await optionsFor(other);
  expect((await answer(other, input)).status).toBe(400);
  const late = await optionsFor(other);
  api.clock.advanceSeconds(300);
  expect((await answer(other, passkey.get(late))).status).toBe(400);
  // The question of another session of the same person.
  const requested = await optionsFor(token);
  expect((await answer(other, passkey.get(requested))).status).toBe(400);
});

test('a copy of the key, which counts from where it was copied, is refused', async () => {
  const { phone, passkey } = await clientWithPasskey();
  const token = await signedInBySms(api, phone);
  for (let use = 0; use < 3; use += 1)
    expect((await answer(token, passkey.get(await optionsFor(token)))).status).toBe(200);
  passkey.setUses(1);
  const other = await signedInBySms(api, phone);
  expect((await answer(other, passkey.get(await optionsFor(other)))).status).toBe(400);
  expect(await profileStatus(other)).toBe(403);
});

test('another site’s answer, a strange key and another person’s key are refused', async () => {
  const { phone, passkey } = await clientWithPasskey();
  const outsider = await clientWithPasskey();
  const token = await signedInBySms(api, phone);
  const { id, rawId } = passkey.get(await optionsFor(token));
  const phishing = {
    ...softwarePasskey({ ...SITE, origin: 'https://p0rtal.example' }).get(await optionsFor(token)),
    id,
    rawId,
  };
  expect((await answer(token, phishing)).status).toBe(400);
  const forged = { ...softwarePasskey(SITE).get(await optionsFor(token)), id, rawId };
  expect((await answer(token, forged)).status).toBe(400);
  expect((await answer(token, outsider.passkey.get(await optionsFor(token)))).status).toBe(400);
  expect((await answer(token, passkey.get(await optionsFor(token)))).status).toBe(200);
});

test('a key is connected for its own question, site and person alone', async () => {
  const person = await givenPerson(api);
  const token = await signedInBySms(api, person.phone);
  const phishing = softwarePasskey({ origin: 'https://p0rtal.example', rpId: 'p0rtal.example' });
  expect((await connect(token, phishing)).reply.status).toBe(400);
  const passkey = softwarePasskey(SITE);
  const old = (await connect(token, softwarePasskey(SITE))).options;
  const json = { answer: passkey.create(old) };
  expect((await api.post('/api/factor/add/passkey', { token, json })).status).toBe(400);
  expect((await connect(token, passkey)).reply.status).toBe(200);
  const other = await signedInBySms(api, (await givenPerson(api)).phone);
  expect((await connect(other, passkey)).reply.body).toMatchObject({ code: 409 });
});

test.each([
  undefined,
  null,
  'x',
  [],
  {},
  { id: '' },
  { id: 'a', rawId: 'a', type: 'public-key', response: {} },
])('an answer like %j is refused with a sentence', async (input) => {
  const { first } = await clientWithPasskey();
  const reply = await answer(first, input);
  expect(reply.body).toMatchObject({ code: 400, message: expect.stringMatching(/[а-я]/) });
});
