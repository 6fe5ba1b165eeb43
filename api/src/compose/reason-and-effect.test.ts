import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenCard, givenCompany, givenStaff, type GivenPerson } from '../testing/givens/factories.ts';
import {
  bankFileDocument,
  givenBankFile,
  givenInvoice,
  makeStatement,
} from '../testing/givens/given-bank-file.ts';
import { givenSales } from '../testing/givens/given-sales.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

type Reply = Awaited<ReturnType<TestApi['post']>>;

/** Returns what the second member reads of a proposal, by title. Money is written with a plain space. */
async function read(held: Reply): Promise<Record<string, string>> {
  expect(held.status, JSON.stringify(held.body)).toBe(202);
  const { body } = await api.get('/staff/api/approvals?state=waiting', { token: staff.token });
  const found = body.data.find(({ id }: { id: number }) => id === held.body.data.approval.id);
  expect(found.stale).toBeNull();
  return Object.fromEntries(
    found.details.map((detail: { title: string; value: string }) => [
      detail.title,
      detail.value.replaceAll('\u00a0', ' '),
    ]),
  );
}

test('a tariff shows its grounds and what last month’s purchases would have cost', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  await givenSales(api, card, [
    { sum: 1000_00, at: '2026-08-10T10:00:00Z' },
    { sum: 500_00, at: '2026-08-11T10:00:00Z' },
  ]);
  const json = {
    company_id: company.id,
    change: 'discount',
    rate: 2,
    first_day: '2026-10-01',
    note: 'Письмо № 7',
  };
  const held = await api.post('/staff/api/tariffs', { token: staff.token, json });
  expect(await read(held)).toMatchObject({
    Основание: 'Письмо № 7',
    'Прошлый месяц': 'покупок 2, по цене АЗС 1 500,00 ₽',
    'Клиенты заплатили бы': '1 470,00 ₽ вместо 1 500,00 ₽',
    Разница: '30,00 ₽ в пользу клиентов',
  });
});

test('a credit shows the debt, the delay and the reason', async () => {
  const company = await givenCompany(api);
  const lend = (json: object) =>
    api.put(`/staff/api/clients/${company.id}/credit`, { token: staff.token, json });
  expect((await lend({ creditSum: 1000, creditDaysForPayment: 3 })).status).toBe(200);
  const json = { accounts: [{ partner_id: 1, sum: 400 }] };
  const spent = await api.post(`/api/client/${company.id}/accounts`, { token: company.admin.token, json });
  expect(spent.status).toBe(200);
  const more = { creditSum: 900_000, reason: 'Зимний договор' };
  expect(await read(await lend(more))).toMatchObject({
    Долг: '400,00 ₽',
    Опоздание: 'нет, срок до 18 сентября 2026 г.',
    Основание: 'Зимний договор',
  });
});

test('a correction shows payer, purpose, sum, both companies and the invoices', async () => {
  const [wrong, right] = [await givenCompany(api), await givenCompany(api)];
  await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: wrong.inn })));
  const [payment] = (await api.get('/staff/api/payments', { token: staff.token })).body.data;
  const invoice = await givenInvoice(api, right, 150);
  const held = await api.post(`/staff/api/payments/${payment.id}/correct`, {
    token: staff.token,
    json: { company_id: right.id, invoice_id: invoice.id, reason: 'Письмо клиента' },
  });
  const details = await read(held);
  expect(details).toMatchObject({
    Сумма: '150,00 ₽',
    Плательщик: expect.stringContaining(wrong.inn),
    Назначение: payment.purpose,
    Сейчас: `${payment.company.title}, без счёта`,
    Станет: expect.stringMatching(/, счёт \S+-\d+$/),
    Основание: 'Письмо клиента',
  });
});

test('a block shows the cards that will stop', async () => {
  const company = await givenCompany(api);
  const cards = [await givenCard(api, company.id), await givenCard(api, company.id)];
  const held = await api.post(`/staff/api/clients/${company.id}/block`, {
    token: staff.token,
    json: { reason: 'Не платит' },
  });
  const stopping = (await read(held))['Карты, которые остановятся'];
  expect(stopping?.split('\n')).toHaveLength(3);
  for (const { number } of cards) expect(stopping).toContain(number);
});
