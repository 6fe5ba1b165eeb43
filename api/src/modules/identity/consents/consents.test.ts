import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { hashSha256 } from '../../../lib/secrets.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson } from '../../../testing/givens/factories.ts';
import { insertConsentVersion } from './consents.ts';
import { prepareConsent } from './personal-data-consent.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const read = (token?: string) => api.get('/api/consent', token ? { token } : {});
const give = (token: string, version: unknown) => api.post('/api/consent', { token, json: { version } });
const withdraw = (token: string) => api.post('/api/consent/withdraw', { token, json: {} });

interface StoredAct {
  act: string;
  version: number;
  sha256: string;
  ip: string;
  user_agent: string;
  at: Date;
  text: string;
}

function listStoredActs(userId: number): Promise<StoredAct[]> {
  return rows(
    api.ctx.db.system,
    sql<StoredAct>`
      select act, version, act.sha256, ip, user_agent, at, text from consent_act act join consent_version using (version)
      where user_id = ${userId} order by id`,
  );
}

describe('the consent to the processing of personal data', () => {
  test('consent is its own document, open to everyone, and never given beforehand', async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ version: 1, given_at: null });
    expect(body.data.sha256).toBe(hashSha256(body.data.text).toString('hex'));
    for (const phrase of ['ИНН 7712345671', 'Какие данные', 'Для чего', 'Сколько', 'Как отозвать'])
      expect(body.data.text).toContain(phrase);
    const agreement = await api.get('/api/termsOfService/check', { token: (await givenPerson(api)).token });
    expect(agreement.status).toBe(403);
    const person = await givenPerson(api);
    expect((await read(person.token)).body.data.given_at).toBeNull();
  });

  test('a consent leaves a row with text, time, address, browser, once per wording', async () => {
    const person = await givenPerson(api);
    const first = await give(person.token, 1);
    expect(first.body.data).toEqual({ given_at: api.clock.now().toISOString() });
    api.clock.advanceSeconds(30);
    const again = await Promise.all([give(person.token, 1), give(person.token, 1)]);
    for (const answered of again) expect(answered.body).toEqual(first.body);
    const acts = await listStoredActs(person.id);
    expect(acts).toHaveLength(1);
    expect(acts[0]).toMatchObject({
      act: 'given',
      ip: '127.0.0.1',
      user_agent: expect.stringMatching(/./),
    });
    expect(acts[0]?.at.toISOString()).toBe(first.body.data.given_at);
    expect(acts[0]?.sha256).toBe(hashSha256(acts[0]?.text ?? '').toString('hex'));
    expect((await read(person.token)).body.data.given_at).toBe(first.body.data.given_at);
  });

  test('two first words at once are one line', async () => {
    const person = await givenPerson(api);
    await Promise.all([give(person.token, 1), give(person.token, 1), give(person.token, 1)]);
    expect(await listStoredActs(person.id)).toHaveLength(1);
  });

  test('taken back it stays on record, and the person is signed out everywhere', async () => {
    const person = await givenPerson(api);
    expect((await withdraw(person.token)).status).toBe(400);
    await give(person.token, 1);
    api.clock.advanceSeconds(60);
    const taken = await withdraw(person.token);
    expect(taken.body.data).toEqual({ withdrawn_at: api.clock.now().toISOString() });
    expect((await api.get('/api/users/profile', { token: person.token })).status).toBe(401);
    expect((await listStoredActs(person.id)).map(({ act }) => act)).toEqual(['given', 'withdrawn']);
    const [event] = await rows(
      api.ctx.db.system,
      sql<{
        what: string;
      }>`select what from audit_event where user_id = ${person.id} and what = 'consent-withdrawn'`,
    );
    expect(event).toBeDefined();
  });

  test('consent to an unread text, or by an anonymous caller, is refused', async () => {
    const person = await givenPerson(api);
    expect((await give(person.token, 2)).status).toBe(409);
    for (const version of [0, -1, 'нет', null, undefined, 1.5])
      expect((await give(person.token, version)).body.error_messages).toHaveProperty('version');
    expect((await api.post('/api/consent', { json: { version: 1 } })).status).toBe(401);
    expect((await api.post('/api/consent/withdraw', { json: {} })).status).toBe(401);
    expect(await listStoredActs(person.id)).toEqual([]);
  });

  test('no role changes or deletes a row of consent', async () => {
    const { system } = api.ctx.db;
    const person = await givenPerson(api);
    await give(person.token, 1);
    for (const statement of [
      sql`update consent_act set act = 'given'`,
      sql`delete from consent_act`,
      sql`update consent_version set text = ''`,
    ])
      await expect(statement.execute(system)).rejects.toThrow(/only grows|permission denied/);
  });
});

describe('the third step of the sign-in', () => {
  async function givenNewUser(phone: string) {
    const requested = await api.post('/api/send-to-driver', {
      json: { route: 'auth/register', phone, recaptchaToken: 'x' },
    });
    const confirmed = await api.post('/api/send-to-driver', {
      json: { route: 'auth/confirm', phone, token: requested.body.data.token, code: api.lastCode(phone) },
    });
    const { tokens, user } = confirmed.body.data;
    const postConsent = (more: object) =>
      api.post('/api/send-to-driver', {
        json: { route: 'users.profile', version: 'v3', firstname: 'Анна', email: 'anna@example.ru', ...more },
        headers: { authorization: `Bearer ${tokens.enter}` },
      });
    return { id: user.id as number, say: postConsent };
  }

  test('sign-in stores the consent that comes with it; only a bare client needs none', async () => {
    const ticked = await givenNewUser('79110009001');
    expect((await ticked.say({ consent_version: 1 })).status).toBe(200);
    expect((await listStoredActs(ticked.id)).map(({ act, version }) => [act, version])).toEqual([
      ['given', 1],
    ]);
    const plain = await givenNewUser('79110009002');
    expect((await plain.say({})).status).toBe(200);
    expect(await listStoredActs(plain.id)).toEqual([]);
  });

  test('an outdated consent stores neither name nor consent', async () => {
    const person = await givenNewUser('79110009003');
    expect((await person.say({ consent_version: 7 })).status).toBe(409);
    expect(await listStoredActs(person.id)).toEqual([]);
    const [user] = await rows(
      api.ctx.db.system,
      sql<{ email: string | null }>`select email from app_user where id = ${person.id}`,
    );
    expect(user?.email).toBeNull();
  });
});

// The last one: it leaves a newer wording behind.
test('a new wording asks all users again, and a start with the same one asks none', async () => {
  const person = await givenPerson(api);
  await give(person.token, 1);
  await prepareConsent(api.ctx);
  expect((await read(person.token)).body.data.version).toBe(1);
  const text = 'Согласие на обработку персональных данных\n\nДругая редакция.';
  const sha256 = hashSha256(text).toString('hex');
  await api.ctx.db.inSystem((tx) => insertConsentVersion(tx, { text, sha256, now: api.clock.now() }));
  expect((await read(person.token)).body.data).toMatchObject({ version: 2, given_at: null, text });
  expect((await give(person.token, 1)).status).toBe(409);
  expect((await give(person.token, 2)).status).toBe(200);
  expect((await listStoredActs(person.id)).map(({ version }) => version)).toEqual([1, 2]);
});
