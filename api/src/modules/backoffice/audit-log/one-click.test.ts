import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { endMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import { givenCompany, givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

/** Does something, and returns its answer with the titles of the lines that it has added to the folded log. */
async function click(send: () => Promise<ApiResponse>): Promise<{ answer: ApiResponse; titles: string[] }> {
  const read = async () =>
    (await api.get('/staff/api/audit?folded=1', { token: staff.token })).body.data as {
      id: number;
      title: string;
    }[];
  const known = new Set((await read()).map(({ id }) => id));
  const answer = await send();
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return { answer, titles: (await read()).filter(({ id }) => !known.has(id)).map(({ title }) => title) };
}

test('a bank file is one line, however many payments it credits', async () => {
  const companies = [await givenCompany(api), await givenCompany(api), await givenCompany(api)];
  const documents = companies.map(({ inn }) => bankFileDocument({ inn }));
  const { titles } = await click(() => givenBankFile(api, staff, makeStatement(...documents)));
  expect(titles).toEqual(['Загружена банковская выписка']);
});

test('a reconciliation is one line', async () => {
  const { titles } = await click(() =>
    api.post('/staff/api/reconciliations', { token: staff.token, json: {} }),
  );
  expect(titles).toEqual(['Запущена сверка']);
});

test('the closing of a month is a line of its proposal and a line of its confirmation', async () => {
  for (const { inn } of [await givenCompany(api), await givenCompany(api)])
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn })));
  await endMonth(api, '2026-09');
  const json = { date: '2026-09', ...OVERRIDE_ALL };
  const proposed = await click(() =>
    api.post('/staff/api/documents/close-month', { token: staff.token, json }),
  );
  expect(proposed.titles).toHaveLength(1);
  const confirmed = await click(() => api.confirm(proposed.answer));
  expect(confirmed.titles).toHaveLength(1);
});
