import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenDelegation } from '../../../testing/givens/given-delegation.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

const MONTH = '2026-08';

/** An accountant of two companies: an own firm, and one that trusts it. Each has a document of the month. */
async function givenAccountant() {
  const company = await givenCompany(api);
  const { firm, accountant, id } = await givenDelegation(api, company, { role_id: 10 });
  await givenDocument(api, staff, company, { title: 'УПД № 1', month: MONTH });
  await givenDocument(api, staff, firm, { title: 'УПД № 2', month: MONTH });
  return { company, firm, accountant, delegationId: id };
}

const download = (by: GivenPerson, companies: readonly GivenCompany[], query = ''): Promise<ApiResponse> =>
  api.get(
    `/api/companies/month.zip?ids=${companies.map(({ id }) => id).join(',')}&month=${MONTH}&parts=documents,registers,statement,exchange,purchases,report${query}`,
    { token: by.token },
  );
const preview = (by: GivenPerson, ids: readonly number[]) =>
  api.get(`/api/companies/month?ids=${ids.join(',')}&month=${MONTH}`, { token: by.token });

test('one file has a folder for each company, and each file’s name says whose it is', async () => {
  const { company, firm, accountant } = await givenAccountant();
  const { status, bytes } = await download(accountant, [company, firm]);
  expect(status).toBe(200);
  const files = Object.entries(unzipSync(bytes));
  for (const { inn } of [company, firm]) {
    const own = files.map(([name]) => name).filter((name) => name.includes(`, ИНН ${inn}/`));
    expect(own).toHaveLength(4);
    expect(own.some((name) => name.endsWith('Книга покупок 2026Q3.xlsx'))).toBe(true);
    for (const name of own) expect(name.split('/').at(-1)).toContain(inn);
  }
  const left = files.find(([name]) => name === 'Что не вошло.txt');
  expect(Buffer.from(left?.[1] ?? []).toString()).toMatch(new RegExp(`${company.inn}.*файл для 1с`, 'u'));
});

test('each company’s log names the download, with the firm of its author', async () => {
  const { company, firm, accountant } = await givenAccountant();
  await download(accountant, [company, firm]);
  for (const [owner, role] of [
    [company, /^Бухгалтерия .+, специалист$/],
    [firm, /^Специалист$/],
  ] as const) {
    const { body } = await api.get('/api/audit?action=desk-month-taken', { token: owner.admin.token });
    expect(body.data).toMatchObject([{ title: 'Скачаны документы за месяц', actor: { id: accountant.id } }]);
    expect(body.data[0].actor.role).toMatch(role);
    expect(body.data[0].changes).toContainEqual(expect.objectContaining({ label: 'Месяц' }));
  }
});

test('a company without a role, or whose access has ended, gives nothing', async () => {
  const { company, firm, accountant, delegationId } = await givenAccountant();
  const stranger = await givenCompany(api);
  expect((await download(accountant, [firm, stranger])).status).toBe(404);
  expect((await preview(accountant, [stranger.id])).status).toBe(404);
  await api.delete(`/api/delegations/${delegationId}`, { token: company.admin.token });
  expect((await download(accountant, [company, firm])).status).toBe(404);
  expect((await api.get(`/api/companies/month.zip?ids=${firm.id}&month=${MONTH}&parts=report`)).status).toBe(
    401,
  );
});

test('the preview counts documents, and bad input is refused with its field', async () => {
  const { company, firm, accountant } = await givenAccountant();
  const { body } = await preview(accountant, [company.id, firm.id]);
  expect(body.data).toMatchObject([
    { id: firm.id, documents: 1, undecided: 1 },
    { id: company.id, documents: 1, undecided: 1 },
  ]);
  const tooMany = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
  for (const [field, query] of [
    ['ids', `ids=x&month=${MONTH}&parts=report`],
    ['ids', `ids=${tooMany}&month=${MONTH}&parts=report`],
    ['month', `ids=${company.id}&month=2026-13&parts=report`],
    ['parts', `ids=${company.id}&month=${MONTH}&parts=everything`],
  ] as const) {
    const reply = await api.get(`/api/companies/month.zip?${query}`, { token: accountant.token });
    expect([reply.status, Object.keys(reply.body.error_messages ?? {})[0]?.split('.')[0]]).toEqual([
      400,
      field,
    ]);
  }
});
