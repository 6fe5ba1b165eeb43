import { sql } from 'kysely';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

const MONTH = '2026-08';

interface ClosedCompany extends GivenCompany {
  documentId: number;
}

/** Companies with a document of the month each, in which one accountant has a role. */
async function givenAccountant(roles: readonly ('manager' | 'specialist')[]) {
  const companies: ClosedCompany[] = [];
  for (const [index] of roles.entries()) {
    const company = await givenCompany(api);
    const documentId = await givenDocument(api, staff, company, { title: `УПД № ${index}`, month: MONTH });
    companies.push({ ...company, documentId });
  }
  const [home, ...others] = companies as [ClosedCompany, ...ClosedCompany[]];
  const accountant = await givenPerson(api, { companyId: home.id, role: roles[0] ?? 'manager' });
  for (const [index, { id }] of others.entries())
    await sql`
      insert into membership (user_id, company_id, role, since)
      values (${accountant.id}, ${id}, ${roles[index + 1]}, ${api.clock.now()})`.execute(api.ctx.db.system);
  return { companies, accountant };
}

const allow = ({ admin }: GivenCompany, allowed = 1): Promise<ApiResponse> =>
  api.put('/api/companies/shared-code', { token: admin.token, json: { allowed } });

const list = (by: GivenPerson, companies: readonly GivenCompany[]) =>
  api.get(`/api/companies/undecided?ids=${companies.map(({ id }) => id).join(',')}&month=${MONTH}`, {
    token: by.token,
  });

const choose = (companies: readonly ClosedCompany[]) => ({
  companies: companies.map(({ id }) => id),
  ids: companies.map(({ documentId }) => documentId),
});

const askCode = (by: GivenPerson, companies: readonly ClosedCompany[]) =>
  api.post('/api/companies/undecided/code', { token: by.token, json: choose(companies) });

const accept = (by: GivenPerson, companies: readonly ClosedCompany[], sms: string) =>
  api.post('/api/companies/undecided/accept', { token: by.token, json: { ...choose(companies), sms } });

async function isReceived({ admin, documentId }: ClosedCompany): Promise<boolean> {
  const { data } = (await api.get('/api/doc', { token: admin.token })).body;
  const documents = Object.values<{ id: number; received: string | null }[]>(data).flat();
  return documents.some(({ id, received }) => id === documentId && received !== null);
}

test('one code confirms the documents of companies that allow it, each in its own log', async () => {
  const { companies, accountant } = await givenAccountant(['manager', 'manager']);
  for (const company of companies) expect((await allow(company)).status).toBe(200);
  const { body } = await list(accountant, companies);
  expect(body.data).toMatchObject(
    companies.map(({ id, documentId }) => ({ id, code: 'shared', documents: [{ id: documentId }] })),
  );
  expect((await askCode(accountant, companies)).body.data).toEqual({ resend_after: 45 });
  const sms = api.lastCode(accountant.phone);
  expect(api.ctx.outbox?.messages(accountant.phone)[0]?.text).toMatch(
    /2.документов за август 2026 года, 2.компании/u,
  );
  const answer = await accept(accountant, companies, sms);
  expect(answer.body.data).toEqual(
    companies
      .toSorted((left, right) => left.id - right.id)
      .map(({ id, documentId }) => ({ id, confirmed: [documentId], left: [] })),
  );
  for (const company of companies) {
    expect(await isReceived(company)).toBe(true);
    const log = await api.get('/api/audit?action=document-accepted', { token: company.admin.token });
    expect(log.body.data).toMatchObject([{ actor: { id: accountant.id, role: 'Менеджер' } }]);
  }
  const again = await accept(accountant, companies, sms);
  expect(again.status).toBe(400);
});

test('a company that has not allowed a shared code wants a code of its own', async () => {
  const { companies, accountant } = await givenAccountant(['manager', 'manager']);
  const [shared, own] = companies as [ClosedCompany, ClosedCompany];
  await allow(shared);
  expect((await list(accountant, companies)).body.data).toMatchObject([{ code: 'shared' }, { code: 'own' }]);
  const refused = await askCode(accountant, companies);
  expect(refused.body.error_messages?.companies?.[0]).toContain('нужен отдельный код');
  expect((await askCode(accountant, [own])).status).toBe(200);
  const sms = api.lastCode(accountant.phone);
  const foreign = await accept(accountant, [shared], sms);
  expect(foreign.body.error_messages?.sms).toEqual([SMS_MESSAGES.wrong]);
  expect((await accept(accountant, [own], sms)).status).toBe(200);
  expect([await isReceived(own), await isReceived(shared)]).toEqual([true, false]);
});

test('a permission withdrawn after the code was sent stops all of them', async () => {
  const { companies, accountant } = await givenAccountant(['manager', 'manager']);
  for (const company of companies) await allow(company);
  await askCode(accountant, companies);
  const sms = api.lastCode(accountant.phone);
  await allow(companies[1] as ClosedCompany, 0);
  expect((await accept(accountant, companies, sms)).status).toBe(400);
  for (const company of companies) expect(await isReceived(company)).toBe(false);
  const log = await api.get('/api/audit?action=shared-code-changed', { token: companies[1]?.admin.token });
  expect(log.body.data).toHaveLength(2);
});

test('a specialist and a document of another company are refused', async () => {
  const { companies, accountant } = await givenAccountant(['manager', 'specialist']);
  const [home, further] = companies as [ClosedCompany, ClosedCompany];
  for (const company of companies) await allow(company);
  const { body } = await list(accountant, companies);
  expect(body.data[1]).toMatchObject({ id: further.id, code: null });
  expect(body.data[1].reason).toMatch(/.{10}/u);
  expect((await askCode(accountant, companies)).status).toBe(403);
  const outsider = await givenCompany(api);
  expect((await list(accountant, [outsider])).status).toBe(404);
  const foreign = { ...home, documentId: further.documentId };
  expect((await askCode(accountant, [foreign])).status).toBe(404);
  expect((await accept(accountant, [foreign], '123456')).status).toBe(404);
  expect((await accept(accountant, [], '123456')).status).toBe(400);
  expect((await api.put('/api/companies/shared-code', { token: accountant.token, json: {} })).status).toBe(
    403,
  );
});

test('a month of 100 companies is confirmed and downloaded by six calls', async () => {
  const { companies, accountant } = await givenAccountant(Array.from({ length: 100 }, () => 'manager'));
  await sql`update company set shared_code_since = now() where id = any(${companies.map(({ id }) => id)}::bigint[])`.execute(
    api.ctx.db.system,
  );
  const began = api.clock.now().getTime();
  expect((await api.get('/api/companies/overview', { token: accountant.token })).body.data).toHaveLength(100);
  const { body } = await list(accountant, companies);
  expect(body.data.every(({ code }: { code: string }) => code === 'shared')).toBe(true);
  expect((await askCode(accountant, companies)).status).toBe(200);
  expect((await accept(accountant, companies, api.lastCode(accountant.phone))).body.data).toHaveLength(100);
  expect(
    (await list(accountant, companies)).body.data.flatMap((own: { documents: [] }) => own.documents),
  ).toEqual([]);
  const ids = companies.map(({ id }) => id).join(',');
  const zip = await api.get(`/api/companies/month.zip?ids=${ids}&month=${MONTH}&parts=documents`, {
    token: accountant.token,
  });
  const folders = new Set(Object.keys(unzipSync(zip.bytes)).map((name) => name.split('/')[0]));
  expect(folders.size).toBe(100);
  expect(api.clock.now().getTime() - began).toBeLessThan(600_000);
});

/** Companies of an accountant, a hundred in the proof: `ACCOUNTANT_COMPANIES=100`. */
const COMPANIES = Number(process.env.ACCOUNTANT_COMPANIES ?? 10);

test('companies without a shared code are confirmed by a code each above the limit', async () => {
  const { companies, accountant } = await givenAccountant(Array.from({ length: COMPANIES }, () => 'manager'));
  const { perHour } = api.ctx.config.codeLimits;
  const usual = { ...perHour };
  // In production 60 for one phone: fewer than these companies need.
  Object.assign(perHour, { phone: 0.6 * COMPANIES });
  const began = api.clock.now().getTime();
  // «Выбрать все», «Подтвердить документы», «Получить код»; then a code is entered for each company.
  let presses = 3;
  try {
    const { body } = await list(accountant, companies);
    expect(body.data.every(({ code }: { code: string }) => code === 'own')).toBe(true);
    for (const company of companies) {
      expect((await askCode(accountant, [company])).status).toBe(200);
      api.clock.advanceSeconds(5);
      const answer = await accept(accountant, [company], api.lastCode(accountant.phone));
      expect(answer.body.data).toEqual([{ id: company.id, confirmed: [company.documentId], left: [] }]);
      presses += 1;
    }
    expect(presses).toBeLessThanOrEqual(300);
    expect(api.clock.now().getTime() - began).toBeLessThan(600_000);
  } finally {
    Object.assign(perHour, usual);
  }
}, 3_600_000);

test('unused codes stop at the limit; those that confirmed documents do not count', async () => {
  const { companies, accountant } = await givenAccountant(['manager', 'manager', 'manager', 'manager']);
  const [first, second, third, fourth] = companies as [
    ClosedCompany,
    ClosedCompany,
    ClosedCompany,
    ClosedCompany,
  ];
  const { perHour } = api.ctx.config.codeLimits;
  const usual = { ...perHour };
  Object.assign(perHour, { phone: 2 });
  try {
    expect((await askCode(accountant, [first])).status).toBe(200);
    expect((await accept(accountant, [first], api.lastCode(accountant.phone))).status).toBe(200);
    for (const company of [second, third]) expect((await askCode(accountant, [company])).status).toBe(200);
    expect((await askCode(accountant, [fourth])).status).toBe(429);
    // The second code is entered, so one more may come.
    const sms = api.lastCode(accountant.phone);
    expect((await accept(accountant, [third], sms)).status).toBe(200);
    expect((await askCode(accountant, [fourth])).status).toBe(200);
    expect((await api.get('/api/sms?purpose=order', { token: accountant.token })).status).toBe(429);
  } finally {
    Object.assign(perHour, usual);
  }
});
