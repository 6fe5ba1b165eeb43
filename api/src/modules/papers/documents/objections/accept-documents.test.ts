import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { acceptedSubject } from '#contract/papers/documents.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../../testing/api.ts';
import {
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenDocument } from '../../../../testing/givens/given-document.ts';
import { readEvidence } from '../evidence/evidence.ts';
import { readChain } from '../evidence/evidence-store.ts';
import { ALL_DISPUTED } from './accept-document.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

/** Documents of a company, one of each network. */
async function givenDocuments(company: GivenCompany, ...partners: number[]): Promise<number[]> {
  const ids = [];
  for (const partnerId of partners)
    ids.push(await givenDocument(api, staff, company, { partnerId, title: `УПД № ${ids.length + 1}` }));
  return ids;
}

function codeFor(person: GivenPerson, ids: readonly number[]): Promise<string> {
  return givenCode(api, person, 'document', acceptedSubject(ids));
}

async function accept(person: GivenPerson, ids: readonly number[], sms?: string): Promise<ApiResponse> {
  const code = sms ?? (await codeFor(person, ids));
  return api.post('/api/doc/acceptDocs', { token: person.token, json: { ids, sms: code } });
}

async function object({ admin }: GivenCompany, id: number, partnerId: number): Promise<void> {
  const sms = await givenCode(api, admin, 'objection', id);
  const json = { partner_id: partnerId, date: '2026-08', id, comment: 'Не сходятся литры', sms };
  expect((await api.post('/api/doc/sendObjection', { token: admin.token, json })).status).toBe(200);
}

async function listReceived(company: GivenCompany): Promise<number[]> {
  const { data } = (await api.get('/api/doc', { token: company.admin.token })).body;
  return Object.values<{ id: number; received: string | null }[]>(data)
    .flat()
    .filter(({ received }) => received !== null)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
}

test('documents of several networks and months are received by one code', async () => {
  const company = await givenCompany(api);
  const { admin } = company;
  const [first = 0, second = 0, untouched = 0] = await givenDocuments(company, 2, 1, 3);
  const july = await givenDocument(api, staff, company, { partnerId: 3, month: '2026-07' });
  const ids = [first, second, july];
  const sms = await codeFor(admin, ids);
  const answer = await accept(admin, ids.toReversed(), sms);
  expect(answer.body.data).toMatchObject({ received: api.clock.now().toISOString(), left: [] });
  expect(answer.body.data.confirmed.toSorted((a: number, b: number) => a - b)).toEqual(ids);
  expect(await listReceived(company)).toEqual(ids);
  expect(ids).not.toContain(untouched);
  const chain = (await readChain(api.ctx.db.system, company.id)).map(readEvidence);
  expect(chain.map(({ document }) => document.id).toSorted((a, b) => a - b)).toEqual(ids);
  for (const { sms: evidence } of chain) expect(evidence.subject).toBe(ids.join(','));
  const sheet = await api.get(`/api/doc/${first}/signature`, { token: admin.token });
  expect(sheet.bytes.toString('latin1').slice(0, 4)).toBe('%PDF');

  const again = await accept(admin, ids, sms);
  expect(again.body.error_messages?.sms).toEqual([SMS_MESSAGES.used]);
});

test('a code that does not name exactly these documents confirms none of them', async () => {
  const company = await givenCompany(api);
  const [first = 0, second = 0, third = 0] = await givenDocuments(company, 2, 1, 3);
  const { admin } = company;
  const colleague = await givenPerson(api, { companyId: company.id, role: 'manager' });
  const codes = [
    await codeFor(admin, [first, third]),
    await codeFor(admin, [first, second, third]),
    await givenCode(api, admin, 'document', '2026-08'),
    await givenCode(api, admin, 'document'),
    await givenCode(api, admin),
    await codeFor(colleague, [first, second]),
  ];
  for (const sms of codes) {
    const answer = await accept(admin, [first, second], sms);
    expect([answer.status, answer.body.error_messages?.sms]).toEqual([400, [SMS_MESSAGES.wrong]]);
  }
  expect(await listReceived(company)).toEqual([]);
});

test('a document that was objected to after the code was sent is left, and named', async () => {
  const company = await givenCompany(api);
  const { admin } = company;
  const [first = 0, disputed = 0, other = 0] = await givenDocuments(company, 2, 1, 3);
  const sms = await codeFor(admin, [first, disputed]);
  await object(company, disputed, 1);
  const answer = await accept(admin, [first, disputed], sms);
  expect(answer.body.data).toMatchObject({ confirmed: [first], left: [disputed] });
  expect(await listReceived(company)).toEqual([first]);

  await object(company, other, 3);
  expect((await accept(admin, [disputed, other])).body).toMatchObject({ code: 400, message: ALL_DISPUTED });
});

test('a list confirmed twice at once is confirmed once', async () => {
  const company = await givenCompany(api);
  const ids = await givenDocuments(company, 2, 1);
  const sms = await codeFor(company.admin, ids);
  const answers = await Promise.all([1, 2, 3].map(() => accept(company.admin, ids, sms)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  expect(await readChain(api.ctx.db.system, company.id)).toHaveLength(2);
});

test('a specialist, another company, no session and an empty list confirm nothing', async () => {
  const company = await givenCompany(api);
  const ids = await givenDocuments(company, 2, 1);
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await accept(specialist, ids, '123456')).status).toBe(403);
  const other = await givenCompany(api);
  expect((await accept(other.admin, ids, '123456')).status).toBe(404);
  expect((await accept(company.admin, [], '123456')).body.error_messages).toHaveProperty('ids');
  const many = Array.from({ length: 101 }, (_, index) => index + 1);
  expect((await accept(company.admin, many, '123456')).body.error_messages).toHaveProperty('ids');
  expect((await api.post('/api/doc/acceptDocs', { json: { ids, sms: '123456' } })).status).toBe(401);
  expect(await listReceived(company)).toEqual([]);
});
