import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
  for (const sum of ['300', '100', '500', '200', '400']) {
    const purpose = sum === '500' ? 'Аванс за топливо по договору 17-Ф' : 'Пополнение';
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: '7707083893', sum, purpose })));
  }
});

afterAll(() => api.stop());

async function listed(query: string) {
  const { status, body } = await api.get(`/staff/api/payments?${query}`, { token: staff.token });
  return {
    status,
    sums: body.data?.map(({ sum }: { sum: number }) => sum),
    pagination: body.meta?.pagination,
  };
}

test('payments come page by page, the newest first, and no page is beyond reach', async () => {
  const first = await listed('perPage=2');
  expect(first.sums).toEqual([400, 200]);
  expect(first.pagination).toEqual({ total: 5, total_pages: 3, current_page: 1 });
  expect((await listed('perPage=2&page=3')).sums).toEqual([300]);
  expect(await listed('perPage=2&page=4')).toMatchObject({ sums: [], pagination: { total: 5 } });
  expect((await listed('state=review&perPage=2')).pagination.total).toBe(5);
  expect((await listed('state=credited')).pagination.total).toBe(0);
});

test('the server puts the whole list in order, not a page of it', async () => {
  expect((await listed('sort=sum&perPage=2')).sums).toEqual([100, 200]);
  expect((await listed('sort=-sum&perPage=2&page=2')).sums).toEqual([300, 200]);
});

test('payments are found by their sum, and a per cent sign finds only itself', async () => {
  expect((await listed('q=400')).sums).toEqual([400]);
  expect((await listed(`q=${encodeURIComponent('400,00 ₽')}`)).sums).toEqual([400]);
  expect((await listed('q=777')).sums).toEqual([]);
  expect((await listed('q=%25')).sums).toEqual([]);
  expect((await listed('q=')).pagination.total).toBe(5);
});

test('payments are found by words of the purpose, whatever their case', async () => {
  expect(await listed(`q=${encodeURIComponent('АВАНС за топливо')}`)).toMatchObject({
    sums: [500],
    pagination: { total: 1 },
  });
  expect((await listed(`q=${encodeURIComponent('топливо 7707 аванс')}`)).sums).toEqual([500]);
  expect((await listed(`q=${encodeURIComponent('аванс ремонт')}`)).sums).toEqual([]);
  const all = await listed(`q=${encodeURIComponent('пополнение')}&perPage=3&page=2`);
  expect(all).toMatchObject({ sums: [300], pagination: { total: 4, total_pages: 2 } });
  expect(await listed(`q=${encodeURIComponent('пополнение')}&page=9`)).toMatchObject({
    sums: [],
    pagination: { total: 4 },
  });
});

test('payments are found by their day and by their exact sum', async () => {
  expect((await listed('from=2026-09-15&to=2026-09-15&sort=sum')).sums).toEqual([100, 200, 300, 400, 500]);
  expect((await listed('from=2026-09-16')).sums).toEqual([]);
  expect((await listed('to=2026-09-14')).sums).toEqual([]);
  expect((await listed('sum=200')).sums).toEqual([200]);
  expect((await listed('sum=200.01')).sums).toEqual([]);
  expect((await listed('from=&to=&sum=')).pagination.total).toBe(5);
});

test.each([
  'from=2026-09-16&to=2026-09-15',
  'from=15.09.2026',
  'sum=abc',
  'page=0',
  'page=one',
  'perPage=501',
  'sort=purpose',
])('%s is refused', async (query) => {
  expect((await listed(query)).status).toBe(400);
});
