import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenInvoice } from '../../../testing/givens/given-bank-file.ts';

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

function find(search: string, token: string | undefined = staff.token) {
  return api.get(`/staff/api/clients?search=${encodeURIComponent(search)}`, { token });
}

const listIds = async (search: string): Promise<number[]> =>
  ((await find(search)).body.data as { id: number }[]).map(({ id }) => id);

test('a customer or an anonymous caller can’t read the names of other clients', async () => {
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await find('ООО', company.admin.token)).status).toBe(404);
  expect((await find('ООО', specialist.token)).status).toBe(404);
  expect((await api.get('/staff/api/clients?search=1')).status).toBe(401);
});

test('an empty search lists all clients, and so does a database wildcard', async () => {
  expect((await find(' ')).body.error_messages).toHaveProperty('search');
  expect(await listIds('%')).toEqual([]);
  expect(await listIds('\\')).toEqual([]);
  expect((await find('нет\0такого')).status).toBe(400);
});

test('a client is found by INN, title in lower case, or an invoice’s printed number', async () => {
  const invoice = await givenInvoice(api, company, 150);
  const { data } = (await find(company.inn)).body;
  expect(data).toMatchObject([
    { id: company.id, inn: company.inn, invoices: [{ ...pick(invoice), unpaid: 150 }] },
  ]);
  expect(await listIds(String(data[0].title).toLowerCase())).toContain(company.id);
  const digits = invoice.number.replace(/\D+0*/, '');
  for (const input of [invoice.number, `№ ${invoice.number}`, `M-${digits}`, digits])
    expect((await listIds(input))[0], input).toBe(company.id);
});

test('left companies and invoices that can’t be paid are not offered', async () => {
  const invoice = await givenInvoice(api, company, 150);
  const { system } = api.ctx.db;
  await sql`update invoice set cancelled_at = now() where id = ${invoice.id}`.execute(system);
  expect((await find(company.inn)).body.data).toMatchObject([{ invoices: [] }]);
  expect(await listIds(invoice.number)).not.toContain(company.id);
  await sql`update company set client_since = null where id = ${company.id}`.execute(system);
  expect(await listIds(company.inn)).toEqual([]);
});

function pick({ id, number }: { id: number; number: string }) {
  return { id, number };
}
