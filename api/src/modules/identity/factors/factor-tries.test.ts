import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSha256 } from '../../../lib/secrets.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany } from '../../../testing/givens/factories.ts';
import { confirmBy, givenTotp, oneTimePassword, signedInBySms } from '../../../testing/second-factor.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { PUBLIC_URL: 'https://portal.example' } });
});
afterAll(() => api.stop());

async function ownerWithTotp() {
  const { admin } = await givenCompany(api);
  const first = await signedInBySms(api, admin.phone);
  return { phone: admin.phone, first, ...(await givenTotp(api, first)) };
}

type Owner = Awaited<ReturnType<typeof ownerWithTotp>>;

const right = ({ secret }: Owner) => oneTimePassword(api, secret);
const guess = (owner: Owner, token: string) =>
  confirmBy(api, 'totp', token, oneTimePassword(api, owner.secret, 40));

/** Guesses in new sessions by SMS, like an attacker with the phone, until the portal refuses. */
async function guessUntilRefused(owner: Owner): Promise<{ guesses: number; token: string }> {
  let guesses = 0;
  for (;;) {
    const token = await signedInBySms(api, owner.phone);
    for (let n = 0; n < 5; n += 1) {
      const { status } = await guess(owner, token);
      if (status === 429) return { guesses, token };
      guesses += 1;
    }
  }
}

/** Signs in like a browser that stores the device's cookie. */
async function signIn(phone: string, device = ''): Promise<{ token: string; device: string }> {
  api.clock.advanceSeconds(120);
  let cookie = device;
  const send = async (json: object) => {
    const reply = await api.post('/api/send-to-driver', {
      json,
      headers: { origin: 'https://portal.example', cookie },
    });
    cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return reply.body.data;
  };
  const { token } = await send({ route: 'auth/register', phone, recaptchaToken: 'any' });
  const confirmed = await send({ route: 'auth/confirm', phone, token, code: api.lastCode(phone) });
  return { token: confirmed.tokens.access, device: cookie };
}

const answerFromDevice = (device: string, token: string, code: string) =>
  api.post('/api/factor/totp', { token, json: { code }, headers: { cookie: device } });

/** Extends the session as reading the profile does, because an idle session of this test would end. */
async function extendSession(token: string): Promise<void> {
  const expiresAt = new Date(api.clock.now().getTime() + 3_600_000);
  await sql`
    update session set expires_at = least(ends_at, ${expiresAt}) where access_hash = ${hashSha256(token)}`.execute(
    api.ctx.db.system,
  );
}

describe('guessed one-time passwords', () => {
  it('slow their own session and no other one', async () => {
    const owner = await ownerWithTotp();
    const stolen = await signedInBySms(api, owner.phone);
    const own = await signedInBySms(api, owner.phone);
    for (let n = 0; n < 5; n += 1) await guess(owner, stolen);
    expect((await confirmBy(api, 'totp', stolen, right(owner))).status).toBe(429);
    expect((await confirmBy(api, 'totp', own, right(owner))).status).toBe(200);
    api.clock.advanceSeconds(30);
    expect((await confirmBy(api, 'totp', owner.first, right(owner))).status).toBe(200);
  });

  it('guesses of one-time passwords are ten a day, over any number of new sessions', async () => {
    const owner = await ownerWithTotp();
    const { guesses, token } = await guessUntilRefused(owner);
    expect(guesses).toBe(10);
    const refused = await confirmBy(api, 'totp', token, right(owner));
    expect(refused.body).toMatchObject({
      code: 429,
      message: expect.stringMatching(/новых устройствах.*через 24 ч$/),
    });
    api.clock.advanceSeconds(86_400);
    const nextDay = await signedInBySms(api, owner.phone);
    expect((await confirmBy(api, 'totp', nextDay, right(owner))).status).toBe(200);
  });

  it('buy no new ones by the sign-ins of the owner', async () => {
    const owner = await ownerWithTotp();
    const stolen = await signedInBySms(api, owner.phone);
    for (let n = 0; n < 5; n += 1) await guess(owner, stolen);
    const own = await signedInBySms(api, owner.phone);
    expect((await confirmBy(api, 'totp', own, right(owner))).status).toBe(200);
    expect((await guessUntilRefused(owner)).guesses).toBe(5);
  });

  it('guesses leave the owner’s recovery codes, confirmed sessions and devices open', async () => {
    const owner = await ownerWithTotp();
    const known = await signIn(owner.phone);
    expect((await answerFromDevice(known.device, known.token, right(owner))).status).toBe(200);
    await guessUntilRefused(owner);

    const again = await signIn(owner.phone, known.device);
    expect((await answerFromDevice(again.device, again.token, right(owner))).status).toBe(200);
    api.clock.advanceSeconds(30);
    expect((await confirmBy(api, 'totp', owner.first, right(owner))).status).toBe(200);
    const fresh = await signedInBySms(api, owner.phone);
    expect((await confirmBy(api, 'recovery', fresh, owner.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('guesses from a copied device are ten a day, too', async () => {
    const owner = await ownerWithTotp();
    let { token, device } = await signIn(owner.phone);
    expect((await answerFromDevice(device, token, right(owner))).status).toBe(200);
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      ({ token, device } = await signIn(owner.phone, device));
      for (let n = 0; n < 5; n += 1)
        statuses.push((await answerFromDevice(device, token, oneTimePassword(api, owner.secret, 40))).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('double the wait of a confirmed session each time, up to a day', async () => {
    const owner = await ownerWithTotp();
    const waits: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      for (let n = 0; n < 5; n += 1) expect((await guess(owner, owner.first)).status).toBe(400);
      const wait = Number((await guess(owner, owner.first)).headers.get('retry-after'));
      waits.push(wait / 60);
      api.clock.advanceSeconds(wait);
      await extendSession(owner.first);
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
    expect((await confirmBy(api, 'totp', owner.first, right(owner))).status).toBe(200);
  });
});
