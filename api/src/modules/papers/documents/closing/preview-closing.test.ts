import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

async function preview(date: string) {
  const answer = await api.get(`/staff/api/documents/closing/preview?date=${date}`, { token: staff.token });
  return {
    status: answer.status,
    data: answer.body.data as { company: { id: number }; documents: number }[],
  };
}

test('a month’s preview counts the documents that closing makes, then calls them made', async () => {
  api.clock.setTo('2026-08-05T09:00:00Z');
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id, { balanceKopecks: 50_000_00 });
  api.clock.setTo('2026-09-15T09:00:00Z');
  await givenSales(api, card, [
    { sum: 1_200_50, at: '2026-08-31T23:30:00+03:00' },
    { sum: 600_00, at: '2026-08-10T10:00:00+03:00' },
  ]);
  const of = async () => (await preview('2026-08')).data.find((item) => item.company.id === company.id);
  const before = await of();
  expect(before).toMatchObject({ state: 'to-make', networks: [{ id: 2, sum: 1800.5 }] });
  const closed = await closeMonth(api, staff, '2026-08', OVERRIDE_ALL);
  expect(closed.status).toBe(200);
  expect(await of()).toMatchObject({ state: 'made', documents: before?.documents, networks: [] });
  const documents = await api.get('/api/doc', { token: company.admin.token });
  expect(documents.body.data['2026-08']).toHaveLength(before?.documents ?? 0);
});

test('a month that has not started has no preview', async () => {
  expect((await preview('2030-01')).status).toBe(400);
});
