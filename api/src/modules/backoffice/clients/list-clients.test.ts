import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenDebt } from '../../../testing/givens/given-debt.ts';
import { countUpClients } from './client-list.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

const list = (query = '', token = staff.token) => api.get(`/staff/api/clients?${query}`, { token });
const read = (id: number, part = '') => api.get(`/staff/api/clients/${id}${part}`, { token: staff.token });
const credit = (id: number, json: object) =>
  api.put(`/staff/api/clients/${id}/credit`, { token: staff.token, json });

async function listIds(query: string): Promise<number[]> {
  return ((await list(query)).body.data as { id: number }[]).map((item) => item.id);
}

/** Takes credit: moves more to a partner account than there is. */
const distribute = (company: { id: number; admin: GivenPerson }, sum: number) =>
  api.post(`/api/client/${company.id}/accounts`, {
    token: company.admin.token,
    json: { accounts: [{ partner_id: 2, sum }] },
  });

test('customers and anonymous callers can’t list clients, and an auditor can', async () => {
  const company = await givenCompany(api);
  expect((await list('', company.admin.token)).status).toBe(404);
  expect((await api.get('/staff/api/clients')).status).toBe(401);
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  expect((await list('', auditor.token)).status).toBe(200);
  for (const query of ['state=x', 'page=0', 'sort=inn', 'idle=x', 'unallocated_from=-1', 'q=%00'])
    expect((await list(query)).status, query).toBe(400);
  expect((await list('page=1000000')).body.data).toEqual([]);
});

test('a client is found by INN, part of its title and a colleague’s phone', async () => {
  const company = await givenCompany(api, { inn: '9912345678' });
  const { phone } = company.admin;
  for (const input of [
    '99123456',
    'ПЕРЕВОЗЧИК 9912345678',
    phone,
    `+${phone}`,
    `8${phone.slice(1)}`,
    phone.slice(1),
  ])
    expect(await listIds(`q=${encodeURIComponent(input)}`), input).toEqual([company.id]);
  expect(await listIds('q=%25')).toEqual([]);
});

test('states, idle days and a big balance filter, with the sums of all found clients', async () => {
  const rich = await givenCompany(api, { unallocatedKopecks: 900_000_00 });
  const joining = await givenCompany(api, { termsAccepted: false });
  expect(await listIds('state=joining')).toEqual([joining.id]);
  expect(await listIds('unallocated_from=500000')).toEqual([rich.id]);
  await api.post(`/staff/api/clients/${rich.id}/block`, { token: staff.token, json: { reason: 'Проверка' } });
  const blocked = await list('state=blocked');
  expect(blocked.body.data).toMatchObject([
    { id: rich.id, state: 'blocked', unallocated: 900_000, ownFunds: 900_000, debt: 0 },
  ]);
  expect(blocked.body.meta).toEqual({
    pagination: { total_pages: 1, current_page: 1, total: 1 },
    totals: { unallocated: 900_000, creditSum: 0, debt: 0 },
  });
  const sorted = await list('sort=-unallocated&perPage=1');
  expect(sorted.body.data).toMatchObject([{ id: rich.id }]);
  expect(sorted.body.meta.pagination.total).toBeGreaterThan(1);
  api.clock.advanceSeconds(40 * 86_400);
  const fresh = await givenCompany(api, { unallocatedKopecks: 1_00 });
  const idle = await listIds('idle=30&perPage=100');
  expect(idle).toContain(rich.id);
  expect(idle).not.toContain(fresh.id);
});

test('a client is late from the day after the last payment day, until it pays', async () => {
  const company = await givenCompany(api, { creditKopecks: 1000_00 });
  await credit(company.id, { creditSum: 1000, creditDaysForPayment: 5, creditDaysWithoutPayment: 0 });
  expect((await distribute(company, 300)).status).toBe(200);
  api.clock.advanceSeconds(5 * 86_400);
  expect(await listIds('state=late')).toEqual([]);
  api.clock.advanceSeconds(86_400);
  const late = await list('state=late');
  expect(late.body.data).toMatchObject([
    { id: company.id, late: true, debt: 300, unallocated: -300, creditSum: 1000 },
  ]);
  expect((await read(company.id)).body.data.credit.debt).toMatchObject({ sum: 300, late: true });
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 300_00);
  expect(await listIds('state=late')).toEqual([]);
});

test('a debt starts later once its oldest part is paid, and not when more is taken', async () => {
  const company = await givenCompany(api, { creditKopecks: 1000_00 });
  await credit(company.id, { creditSum: 1000, creditDaysForPayment: 5, creditDaysWithoutPayment: 0 });
  const isLate = async () => {
    const late = (await listIds('state=late&perPage=100')).includes(company.id);
    const { debt } = (await read(company.id)).body.data.credit;
    expect(debt?.late ?? false).toBe(late);
    return late;
  };
  const daysLater = (days: number) => api.clock.advanceSeconds(days * 86_400);
  await distribute(company, 300);
  expect(await isLate()).toBe(false);
  daysLater(3);
  await distribute(company, 100);
  expect(await isLate()).toBe(false);
  // Paid: all that was taken on the first day, and half of the rest.
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 350_00);
  daysLater(4);
  expect(await isLate()).toBe(false);
  await distribute(company, 20);
  expect(await isLate()).toBe(false);
  daysLater(2);
  expect(await isLate()).toBe(true);
  await distribute(company, 20);
  expect(await isLate()).toBe(true);
});

test('fuel that is not paid is debt too, and counting twice counts once', async () => {
  const company = await givenCompany(api);
  await givenDebt(api, { companyId: company.id, partnerId: 2 }, 70_00);
  await countUpClients(api.ctx);
  await countUpClients(api.ctx);
  const row = (await list(`q=${company.inn}`)).body.data[0];
  expect(row).toMatchObject({ debt: 70, ownFunds: 0, late: false });
});

test('a client’s page has its users, money, credit with history and notes, in pages', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
  await givenCard(api, company.id, { balanceKopecks: 50_00 });
  await credit(company.id, { creditSum: 5000, creditDaysForPayment: 10 });
  await api.post(`/staff/api/clients/${company.id}/notes`, {
    token: staff.token,
    json: { text: 'Звонили, обещали оплатить' },
  });
  const { data } = (await read(company.id)).body;
  expect(data).toMatchObject({
    id: company.id,
    cards: 1,
    ownFunds: 150,
    block: null,
    requisites: {
      inn: company.inn,
      kpp: '504701001',
      address: 'г. Химки, Ленинградская, д. 15',
      history: [],
    },
    credit: {
      creditSum: 5000,
      creditDaysForPayment: 10,
      debt: null,
      history: [{ creditSum: 5000, days: 10 }],
    },
    colleagues: [{ id: company.admin.id, role: 'admin', sessions: 1 }],
    notes: [{ text: 'Звонили, обещали оплатить', author: 'Сотрудник программы' }],
  });
  for (const part of ['cards', 'orders', 'payments', 'movements', 'documents', 'messages', 'audit']) {
    const { status, body } = await read(company.id, `/${part}`);
    expect([status, typeof body.meta?.pagination.total], part).toEqual([200, 'number']);
    expect((await read(company.id, `/${part}?page=900000`)).body.data, part).toEqual([]);
    expect(
      (await api.get(`/staff/api/clients/${company.id}/${part}`, { token: company.admin.token })).status,
    ).toBe(404);
  }
  expect((await read(999_999_999)).status).toBe(404);
});

test('an SMS to a colleague is shown without the digits of its code', async () => {
  const company = await givenCompany(api);
  await api.get('/api/sms', { token: company.admin.token });
  const code = api.lastCode(company.admin.phone);
  const { data } = (await read(company.id, '/messages')).body;
  expect(data).toMatchObject([{ kind: 'sms', to: company.admin.phone, sent: true }]);
  expect(JSON.stringify(data)).not.toContain(code);
});

test('requisites are reloaded by a click, documents follow, previous values are stored', async () => {
  const company = await givenCompany(api, { inn: '5047123455' });
  const again = () => api.post(`/staff/api/clients/${company.id}/requisites`, { token: staff.token });
  expect((await again()).body.data).toMatchObject({
    changed: true,
    requisites: { title: 'ООО «Попутный груз»' },
  });
  expect((await again()).body.data.changed).toBe(false);
  const { requisites } = (await read(company.id)).body.data;
  expect(requisites.title).toBe('ООО «Попутный груз»');
  expect(requisites.history).toMatchObject([
    { before: { title: 'ООО «Попутный груз»' } },
    { before: { title: 'ООО «Перевозчик 5047123455»' }, after: { title: 'ООО «Попутный груз»' } },
  ]);
  const unknown = await givenCompany(api, { inn: '7707083893' });
  const answer = await api.post(`/staff/api/clients/${unknown.id}/requisites`, { token: staff.token });
  expect(answer.body).toMatchObject({ code: 400, message: expect.stringContaining('Реестр не знает') });
});

test('a credit before and after its change is in the audit log with its author', async () => {
  const company = await givenCompany(api);
  await credit(company.id, { creditSum: 100 });
  const [event] = await sql<{ before: object; after: object; user_id: number }>`
    select before, after, user_id from audit_event where company_id = ${company.id} and what = 'credit-changed'`
    .execute(api.ctx.db.system)
    .then((found) => found.rows);
  expect(event).toMatchObject({
    before: { credit: 0 },
    after: { credit: 100_00 },
    user_id: staff.id,
  });
});
