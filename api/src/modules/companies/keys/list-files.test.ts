import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILE_MIME } from '#contract/list-files.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, type GivenCompany } from '../../../testing/givens/factories.ts';
import { givenKey } from '../../../testing/givens/given-key.ts';

let api: TestApi;
let ours: GivenCompany;
let authorization: string;
let number: string;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
  ours = await givenCompany(api, { unallocatedKopecks: 500_00 });
  const card = await givenCard(api, ours.id);
  number = card.number;
  const by = await givenKey(api, ours);
  authorization = by.headers.authorization;
  const paid = await api.post(`/api/v1/cards/${card.id}/transfer`, {
    headers: by.headers,
    key: 'a',
    json: { sum: 120 },
  });
  expect(paid.status, paid.body.message).toBe(200);
});
afterAll(() => api.stop());

const read = (path: string, accept: string) => api.get(path, { headers: { authorization, accept } });

test.each([
  '/api/v1/operations',
  '/api/v1/cards',
  '/api/v1/documents',
  '/api/operations',
  '/api/card',
  '/api/doc',
])('the list at %s comes as CSV, as a workbook, and otherwise as JSON', async (path) => {
  const csv = await read(path, FILE_MIME.csv);
  expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(csv.bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  const workbook = await read(path, `${FILE_MIME.xlsx};q=0.9`);
  expect([workbook.status, workbook.headers.get('content-type')]).toEqual([200, FILE_MIME.xlsx]);
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK');
  for (const accept of ['*/*', 'application/json, text/csv', 'text/html'])
    expect((await read(path, accept)).body.code).toBe(200);
});

test('the files hold the rows of the list', async () => {
  for (const path of ['/api/v1/operations', '/api/v1/cards'])
    expect((await read(path, FILE_MIME.csv)).bytes.toString('utf8')).toContain(number);
});
