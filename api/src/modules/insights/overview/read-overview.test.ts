import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_STATUS, OPERATION_STATUS, OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenInvoice } from '../../../testing/givens/given-bank-file.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';

let api: TestApi;
let company: GivenCompany;
let gpn: GivenCard;

/** The clock of the tests stands at noon of 15 September 2026 in Moscow. */
beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api, { unallocatedKopecks: 100_000_00 });
  gpn = await givenCard(api, company.id, { balanceKopecks: 20_000_00 });
  const rn = await givenCard(api, company.id, { partnerId: PARTNER.rn });
  await givenCard(api, company.id, { statusId: CARD_STATUS.notSetUp });
  await givenCard(api, company.id, { statusId: CARD_STATUS.blocked });
  await givenCard(api, company.id, { statusId: CARD_STATUS.blocked });
  await givenSale(gpn, { sum: 9_000_00, at: '2026-07-31T20:59:59Z' }); // July in Moscow
  await givenSale(gpn, { sum: 1_000_00, at: '2026-07-31T21:00:00Z' }); // August
  await givenSale(gpn, { sum: 2_000_00, at: '2026-08-15T20:59:59Z' }); // the 15th
  await givenSale(gpn, { sum: 4_000_00, at: '2026-08-15T21:00:00Z' }); // the 16th, within the last 30 days
  await givenSale(gpn, { sum: 8_000_50, at: '2026-09-01T06:00:00Z' });
  await givenSale(gpn, { sum: 1_000_00, at: '2026-09-01T07:00:00Z', type: OPERATION_TYPE.refund });
  await givenSale(rn, { sum: 500_00, at: '2026-09-01T08:00:00Z' });
  await givenSale(rn, { sum: 700_00, at: '2026-09-02T08:00:00Z', status: OPERATION_STATUS.failed });
  await givenSale(rn, { sum: 600_00, at: '2026-09-02T08:00:00Z', type: OPERATION_TYPE.topUp });
  await givenSale(rn, { sum: 3_000_00, at: '2026-09-15T08:00:00Z' }); // today
});

afterAll(() => api?.stop());

let serial = 0;

async function givenSale(
  card: GivenCard,
  { sum, at, type, status }: { sum: number; at: string; type?: number; status?: number },
): Promise<void> {
  serial += 1;
  await sql`
    insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, goods_id, goods_title,
      centilitres, unit_price_kopecks, address, sold_at, created_at)
    select company_id, id, partner_id, ${type ?? OPERATION_TYPE.purchase}, ${status ?? OPERATION_STATUS.done},
      ${sum}, ${`S-${serial}`}, 301, 'ДТ', 1000, 5000, 'Химки, 15', ${at}::timestamptz, ${at}::timestamptz
    from card where id = ${card.id}`.execute(api.ctx.db.system);
}

async function readOverview({ admin }: GivenCompany) {
  return (await api.get('/api/overview', { token: admin.token })).body.data;
}

/** Counts by kind, as the screen names them. */
async function readAttention(of: GivenCompany): Promise<Record<string, number>> {
  const { attention } = await readOverview(of);
  return Object.fromEntries(
    attention.map((item: { kind: string; count: number }) => [item.kind, item.count]),
  );
}

test('the overview is for colleagues with a role, a specialist included', async () => {
  expect((await api.get('/api/overview')).status).toBe(401);
  const noRole = await givenPerson(api, { companyId: company.id, role: 'none' });
  expect((await api.get('/api/overview', { token: noRole.token })).status).toBe(403);
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await api.get('/api/overview', { token: specialist.token })).status).toBe(200);
});

test('a month holds its done purchases less refunds, its days being those of Moscow', async () => {
  const { spending } = await readOverview(company);
  expect(spending).toEqual({
    today: '2026-09-15',
    this_month: 10_500.5,
    last_month: 7_000,
    last_month_to_date: 3_000,
    days: [
      {
        date: '2026-09-01',
        networks: [
          { partner_id: PARTNER.rn, sum: 500 },
          { partner_id: PARTNER.gpn, sum: 7_000.5 },
        ],
      },
      { date: '2026-09-15', networks: [{ partner_id: PARTNER.rn, sum: 3_000 }] },
    ],
  });
});

test('this month and the last equal the summary of their days to the kopeck', async () => {
  const { spending } = await readOverview(company);
  for (const [sum, period] of [
    [spending.this_month, 'dateFrom=2026-09-01&dateTo=2026-09-15'],
    [spending.last_month, 'dateFrom=2026-08-01&dateTo=2026-08-31'],
    [spending.last_month_to_date, 'dateFrom=2026-08-01&dateTo=2026-08-15'],
  ]) {
    const { body } = await api.get(`/api/operations/summary?${period}`, { token: company.admin.token });
    expect(body.meta.totals.sum).toBe(sum);
  }
});

test('own money lasts for as many days as the pace of the 30 days before today allows', async () => {
  const { money } = await readOverview(company);
  const { body } = await api.get(`/api/client/${company.id}`, { token: company.admin.token });
  expect(money.own).toBe(body.data.ownFunds);
  // 16 August to 14 September: 4 000 + 8 000,50 − 1 000 + 500 over thirty days.
  expect(money.per_day).toBe(383.35);
  expect(money.days_left).toBe(Math.floor(120_000 / 383.35));
});

test('a company that spends nothing has no number of days', async () => {
  const calm = await givenCompany(api, { unallocatedKopecks: 1_00 });
  const { money, spending } = await readOverview(calm);
  expect([money.days_left, money.own, spending.days]).toEqual([null, 1, []]);
});

test('open tasks are counted within the company, and empty kinds are left out', async () => {
  expect(await readAttention(company)).toEqual({
    'cards-not-set-up': 1,
    'cards-blocked': 2,
    'cards-empty': 1,
  });
  const other = await givenCompany(api);
  expect(await readAttention(other)).toEqual({});
});

test('a request in work, an open document and an unexpired invoice need attention', async () => {
  const busy = await givenCompany(api);
  const staff = await givenStaff(api);
  await givenOrder(api, busy.admin);
  await givenDocument(api, staff, busy);
  await givenInvoice(api, busy, 5_000);
  expect(await readAttention(busy)).toEqual({ requests: 1, documents: 1, invoices: 1 });
  const { attention } = await readOverview(busy);
  expect(attention.find(({ kind }: { kind: string }) => kind === 'invoices').sum).toBe(5_000);

  api.clock.advanceSeconds(40 * 24 * 3600);
  const late = await givenPerson(api, { companyId: busy.id, role: 'admin' });
  expect(await readAttention({ ...busy, admin: late })).toEqual({ requests: 1, documents: 1 });
});
