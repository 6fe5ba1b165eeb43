import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { moscowDay } from '../../../lib/money-format.ts';

let api: TestApi;
let support: GivenPerson;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  support = await givenPerson(api, { staffRole: 'support' });
  company = await givenCompany(api, { unallocatedKopecks: 100_000 });
});

afterAll(() => api.stop());

const read = (path: string, id = company.id) =>
  api.get(`/staff/api/clients/${id}/${path}`, { token: support.token });

test('staff read the invoices that the client has, newest first', async () => {
  const { token } = company.admin;
  for (const sum of [1000, 2000])
    expect((await api.get(`/api/client/bill?sum=${sum}`, { token })).status).toBe(200);
  const own = await api.get('/api/invoices', { token });
  const { body } = await read('invoices');
  expect(body.data).toEqual(own.body.data);
  expect(body.data.map(({ sum }: { sum: number }) => sum)).toEqual([2000, 1000]);
  expect(body.meta.pagination.total).toBe(2);
});

test('staff read the same statement as the client', async () => {
  const today = moscowDay(api.clock.now());
  const period = `date_from=${today}&date_to=${today}`;
  const own = await api.get(`/api/client/statement?${period}`, { token: company.admin.token });
  const { status, body } = await read(`statement?${period}`);
  expect(status).toBe(200);
  expect(body.data).toEqual(own.body.data);
  expect(body.data.closing).toBe(1000);
  expect((await read(`statement?date_from=${today}&date_to=2020-01-01`)).status).toBe(400);
});

test('staff see the client’s own tariffs and those of all, not those of others', async () => {
  const treasurer = await givenPerson(api, { staffRole: 'treasurer' });
  const other = await givenCompany(api);
  const ids: number[] = [];
  for (const companyId of [company.id, other.id]) {
    const json = {
      company_id: companyId,
      change: 'discount',
      rate: '1.5',
      first_day: moscowDay(new Date(api.clock.now().getTime() + 86_400_000)),
      note: 'Договор',
    };
    const made = await api.post('/staff/api/tariffs', { token: treasurer.token, json });
    expect(made.status, made.body.message).toBe(200);
    ids.push(made.body.data.id);
  }
  const listed = (await read('tariffs')).body.data.map(({ id }: { id: number }) => id);
  expect(listed).toEqual([ids[0]]);
});

test('staff see which version of the agreement the client accepted, when and who did', async () => {
  const { body } = await read('agreement');
  expect(body.data.current).toEqual({ version: 1, accepted: body.data.acceptances.length > 0 });
});

test('there is no account of a company that is no client', async () => {
  for (const path of [
    'invoices',
    'statement?date_from=2026-01-01&date_to=2026-01-02',
    'tariffs',
    'agreement',
  ])
    expect((await read(path, 999_999)).status, path).toBe(404);
});
