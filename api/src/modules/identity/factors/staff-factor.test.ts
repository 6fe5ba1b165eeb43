import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { isStaffAction } from '#contract/staff-access.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson } from '../../../testing/givens/factories.ts';
import {
  confirmBy,
  givenTotp,
  oneTimePassword,
  signedInBySms,
  tokensBySms,
} from '../../../testing/second-factor.ts';
import { removeFactors } from './remove-factor.ts';

let api: TestApi;
let owner: { id: number; phone: string };

beforeAll(async () => {
  api = await startApi({
    jobs: false,
    env: { STAFF_SECOND_FACTOR: 'required', PUBLIC_URL: 'https://portal.example' },
  });
  owner = await givenPerson(api, { staffRole: 'owner' });
});
afterAll(() => api.stop());

const staffCalls = allCalls.filter((call) => isStaffAction(call.caller));

async function listRefusals(token: string): Promise<string[]> {
  const openCalls: string[] = [];
  for (const call of staffCalls) {
    const path = call.path.replace(':year', '2023').replaceAll(/:\w+/g, '1');
    const reply = await fetch(api.url + path, { method: call.method, headers: { 'x-auth-token': token } });
    const body = (await reply.json()) as { reason?: string };
    if (reply.status !== 403 || body.reason !== 'factor') openCalls.push(call.name);
  }
  return openCalls;
}

test('a stolen phone of staff reaches no staff call, with or without a factor', async () => {
  const { phone } = await givenPerson(api, { staffRole: 'owner' });
  const token = await signedInBySms(api, phone);
  expect(await listRefusals(token)).toEqual([]);
  expect((await api.get('/api/users/profile', { token })).body).toMatchObject({
    code: 403,
    reason: 'factor',
    data: { factor: 'enrol' },
  });
  expect((await api.get('/api/news', { token })).status).toBe(200);
  await givenTotp(api, token);
  expect((await api.get('/staff/api/requests', { token })).status).toBe(200);
  const stolen = await signedInBySms(api, phone);
  expect(await listRefusals(stolen)).toEqual([]);
  expect((await api.post('/api/auth/logout', { token: stolen })).status).toBe(200);
});

test('the last factor of staff stays, and another member frees one who has lost it', async () => {
  const member = await givenPerson(api, { staffRole: 'operator' });
  const token = await signedInBySms(api, member.phone);
  const { factorId, secret } = await givenTotp(api, token);
  expect((await api.delete(`/api/factor/${factorId}`, { token })).status).toBe(409);
  const removed = await api.ctx.db.inSystem((tx) =>
    removeFactors(tx, {
      userId: member.id,
      byUserId: owner.id,
      reason: 'Телефон утонул',
      ip: '127.0.0.1',
      now: api.clock.now(),
    }),
  );
  expect(removed).toBe(1);
  expect((await api.get('/staff/api/requests', { token })).status).toBe(401);
  const fresh = await signedInBySms(api, member.phone);
  expect((await confirmBy(api, 'totp', fresh, oneTimePassword(api, secret))).status).toBe(400);
  await givenTotp(api, fresh);
  expect((await api.get('/staff/api/requests', { token: fresh })).status).toBe(200);
  const trace = await rows(
    api.ctx.db.system,
    sql<{ what: string }>`
      select what from audit_event where targets @> ${JSON.stringify([{ kind: 'user', id: member.id }])}::jsonb order by id`,
  );
  expect(trace.map(({ what }) => what)).toEqual(['sessions-ended', 'factors-removed']);
});

test('a staff session ends after 15 idle minutes for good, a client’s after an hour', async () => {
  const staff = await tokensBySms(api, (await givenPerson(api, { staffRole: 'support' })).phone);
  await givenTotp(api, staff.access);
  const client = await tokensBySms(api, (await givenPerson(api)).phone);
  const profile = async (token: string) => (await api.get('/api/users/profile', { token })).status;
  const refresh = (token: string) =>
    api.post('/api/send-to-driver', { json: { route: 'auth/refresh', token } });
  expect(await profile(staff.access)).toBe(200);
  api.clock.advanceSeconds(899);
  expect(await profile(staff.access)).toBe(200);
  const next = (await refresh(staff.refresh)).body.data.tokens;
  expect(await profile(next.access)).toBe(200);
  api.clock.advanceSeconds(900);
  expect(await profile(next.access)).toBe(401);
  expect((await refresh(next.refresh)).status).toBe(401);
  expect(await profile(client.access)).toBe(200);
});

test('only an owner sees a member’s sessions and ends them; his own session stays', async () => {
  const own = await signedInBySms(api, owner.phone);
  await givenTotp(api, own);
  const member = await givenPerson(api, { staffRole: 'operator' });
  const his = await signedInBySms(api, member.phone);
  await givenTotp(api, his);
  const path = `/staff/api/members/${member.id}/sessions`;
  expect((await api.get(path, { token: his })).status).toBe(403);
  const listed = (await api.get(path, { token: own })).body.data;
  expect(listed).toHaveLength(2);
  expect(listed[0]).toMatchObject({
    current: false,
    device: expect.any(String),
    factor_at: expect.any(String),
  });
  expect((await api.delete(path, { token: own })).body.data).toEqual({ ended: 2 });
  expect((await api.get('/staff/api/requests', { token: his })).status).toBe(401);
  expect((await api.delete(`/staff/api/members/${owner.id}/sessions`, { token: own })).status).toBe(200);
  expect((await api.get('/staff/api/requests', { token: own })).status).toBe(200);
  const client = await givenPerson(api);
  expect((await api.get(`/staff/api/members/${client.id}/sessions`, { token: own })).status).toBe(404);
});
