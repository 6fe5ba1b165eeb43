import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import {
  givenCode,
  givenCompany,
  givenPerson,
  givenSession,
  readUnallocated,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';

let api: TestApi;
let treasurer: GivenPerson;
let stale: GivenPerson;
let client: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());

/** A treasurer, and a session of his that got its last code a quarter of an hour ago. */
beforeEach(async () => {
  treasurer = await givenPerson(api, { staffRole: 'treasurer' });
  const codeAt = new Date(api.clock.now().getTime() - 15 * 60_000);
  stale = { ...treasurer, token: await givenSession(api, treasurer.id, codeAt) };
  client = await givenCompany(api);
});

const lend = ({ token }: GivenPerson, json: object) =>
  api.put(`/staff/api/clients/${client.id}/credit`, { token, json });
const needsCode = { code: 403, reason: 'code' };

test('staff’s money needs a code of the last 15 minutes, and nothing moves without one', async () => {
  expect((await lend(stale, { creditSum: 500 })).body).toMatchObject(needsCode);
  const tariff = { company_id: client.id, change: 'discount', rate: 1, first_day: '2026-09-16' };
  const file = makeStatement(bankFileDocument({ inn: client.inn }));
  for (const answer of [
    await givenBankFile(api, stale, file),
    await api.post('/staff/api/tariffs', { token: stale.token, json: tariff }),
  ])
    expect(answer.body).toMatchObject(needsCode);
  expect(await readUnallocated(api, client)).toBe(0);
  const { body } = await api.get(`/api/client/${client.id}/credit`, { token: client.admin.token });
  expect(body.data.creditSum ?? body.data.credit_sum).toBe(0);
});

test('the code’s message names what it confirms, and the action goes through with it', async () => {
  const sms = await givenCode(api, stale, 'access', 'setCredit');
  expect(api.ctx.outbox?.messages(stale.phone)[0]?.text).toMatch(/кредит клиенту/);
  expect((await lend(stale, { creditSum: 500, sms })).status).toBe(200);
});

test('a code that was sent for another action confirms none', async () => {
  for (const other of ['createWebhook', 'downloadMyData', 'zzz']) {
    const sms = await givenCode(api, stale, 'access', other);
    const refused = await lend(stale, { creditSum: 500, sms });
    expect([refused.status, refused.body.error_messages]).toEqual([400, { sms: [expect.any(String)] }]);
  }
});

test('a proposal is confirmed with a fresh code alone', async () => {
  const author = await givenPerson(api, { staffRole: 'treasurer' });
  const { id } = (await lend(author, { creditSum: 5_000_000 })).body.data.approval;
  const confirm = (json: object) =>
    api.post(`/staff/api/approvals/${id}/confirm`, { token: stale.token, json });
  expect((await confirm({})).body).toMatchObject(needsCode);
  const sms = await givenCode(api, stale, 'access', 'confirmApproval');
  expect((await confirm({ sms })).body.data.approval).toMatchObject({ state: 'confirmed' });
});
