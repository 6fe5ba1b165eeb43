import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenDocument, givenPdf } from '../../../../testing/givens/given-document.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

beforeEach(async () => {
  company = await givenCompany(api);
});

function archive(query: string, person = company.admin) {
  return api.get(`/api/doc/archive?${query}`, { token: person.token });
}

async function listFiles(query: string): Promise<Record<string, string>> {
  const answer = await archive(query);
  expect(answer.status).toBe(200);
  const files = unzipSync(answer.bytes);
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
  );
}

test('§1.17 a month is one archive: a folder per network, Windows file names, the same bytes', async () => {
  await givenDocument(api, staff, company, { title: 'УПД № 1/2: "август"' });
  await givenDocument(api, staff, company, { title: 'УПД № 1/2: "август"', file: givenPdf('второй') });
  await givenDocument(api, staff, company, { title: 'Реестр', partnerId: PARTNER.rn });
  await givenDocument(api, staff, company, { title: 'Июль', month: '2026-07' });
  const files = await listFiles('month=2026-08');
  expect(Object.keys(files)).toEqual([
    expect.stringMatching(/^[^/]+\/Реестр\.pdf$/),
    expect.stringMatching(/^[^/]+\/УПД № 1 2 август\.pdf$/),
    expect.stringMatching(/^[^/]+\/УПД № 1 2 август \(2\)\.pdf$/),
  ]);
  expect(Object.values(files)).toContain(givenPdf('второй'));
});

test('an archive of one network, or of the named documents, holds nothing else', async () => {
  const first = await givenDocument(api, staff, company, { title: 'Первый' });
  await givenDocument(api, staff, company, { title: 'Второй', partnerId: PARTNER.rn });
  const third = await givenDocument(api, staff, company, { title: 'Третий', month: '2026-07' });
  const listNames = async (query: string) =>
    Object.keys(await listFiles(query)).map((name) => name.split('/')[1]);
  expect(await listNames(`month=2026-08&partner_id=${PARTNER.rn}`)).toEqual(['Второй.pdf']);
  expect(await listNames(`ids=${first},${third}`)).toEqual(['Первый.pdf', 'Третий.pdf']);
});

test('the archive says what it is called, and that it is one', async () => {
  await givenDocument(api, staff, company);
  const { headers } = await archive('month=2026-08');
  expect(headers.get('content-type')).toBe('application/zip');
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(
    'Документы за август 2026 года.zip',
  );
});

test.each([
  ['', 'month'],
  ['month=2026-13', 'month'],
  ['ids=1;2', 'ids'],
  [`ids=${Array.from({ length: 501 }, (_, index) => index + 1).join(',')}`, 'ids'],
  ['month=2026-08&partner_id=-1', 'partner_id'],
])('an archive of «%.20s» is refused with words about its %s', async (query, field) => {
  const answer = await archive(query);
  expect(answer.status).toBe(400);
  expect(answer.body.error_messages).toHaveProperty(field);
});

test('§6.4 a specialist downloads an archive; another company’s documents are in none', async () => {
  const id = await givenDocument(api, staff, company);
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await archive('month=2026-08', specialist)).status).toBe(200);
  const other = await givenCompany(api);
  const own = await givenDocument(api, staff, other);
  expect((await archive('month=2026-07', other.admin)).status).toBe(404);
  expect((await archive(`ids=${own},${id}`, other.admin)).status).toBe(404);
  expect((await api.get(`/api/doc/archive?ids=${id}`)).status).toBe(401);
});
