import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { givenTariff } from '../../../testing/givens/given-tariff.ts';
import { fromWindows1251 } from '../../../lib/tables/windows-1251.ts';
import { readAttributes } from '../../../testing/read-state-xml.ts';
import { chargeEndedMonths } from './charge-month.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

interface Charge {
  kind: string;
  month: string;
  quantity: number;
  sum: number;
}

function readCharges({ id }: GivenCompany): Promise<Charge[]> {
  return rows(
    api.ctx.db.system,
    sql<Charge>`
      select kind, month, quantity, sum_kopecks as sum from service_charge
      where company_id = ${id} order by month, id`,
  );
}

interface GivenClient extends GivenCompany {
  cards: [GivenCard, GivenCard];
}

/** A client with money and two cards of Газпромнефть. */
async function givenClient(): Promise<GivenClient> {
  const company = await givenCompany(api, { unallocatedKopecks: 100_000_00 });
  const cards = [await givenCard(api, company.id), await givenCard(api, company.id)] as [
    GivenCard,
    GivenCard,
  ];
  return { ...company, cards };
}

/** The tests share one clock, which only goes on: each has months of its own. */
test('fees of a month are taken once, catch up, and stand in the УПД of their month', async () => {
  const client = await givenClient();
  const exempt = await givenClient();
  await givenTariff(api, staff, { monthly_fee: 500, card_monthly_fee: 50, first_day: '2026-10-01' });
  await givenTariff(api, staff, { company_id: exempt.id, monthly_fee: 0, first_day: '2026-10-01' });
  api.clock.setTo(new Date('2026-10-20T09:00:00Z'));
  for (const card of [client.cards[0], exempt.cards[0]])
    await givenSales(api, card, [{ sum: 1000_00, at: '2026-10-19T09:00:00Z' }]);
  await chargeEndedMonths(api.ctx);
  expect(await readCharges(client)).toEqual([]);

  // The program was down at the end of October and is started in December.
  api.clock.setTo(new Date('2026-12-03T09:00:00Z'));
  await Promise.all([chargeEndedMonths(api.ctx), chargeEndedMonths(api.ctx)]);
  expect(await chargeEndedMonths(api.ctx)).toBe(0);
  expect(await readCharges(client)).toEqual([
    { kind: 'client-month', month: '2026-10', quantity: 1, sum: 500_00 },
    { kind: 'card-month', month: '2026-10', quantity: 1, sum: 50_00 },
    { kind: 'client-month', month: '2026-11', quantity: 1, sum: 500_00 },
  ]);
  expect(await readCharges(exempt)).toEqual([
    { kind: 'card-month', month: '2026-10', quantity: 1, sum: 50_00 },
  ]);
  await expectBooksToAgree(api);

  await closeMonth(api, staff, '2026-10', OVERRIDE_ALL);
  const { token } = client.admin;
  const documents = (await api.get('/api/doc?year=2026', { token })).body.data['2026-10'];
  const upd = documents.find(({ kind }: { kind: string }) => kind === 'upd');
  const register = documents.find(({ kind }: { kind: string }) => kind === 'register');
  expect([upd.sum, register.sum]).toEqual([1550, 1000]);
  const xml = fromWindows1251((await api.get(`/api/doc/${upd.id}/xml`, { token })).bytes);
  expect(readAttributes(xml, 'НаимТов')).toEqual(['ДТ', 'Абонентская плата', 'Обслуживание топливных карт']);
  expect(readAttributes(xml, 'СтТовУчНал')).toEqual(['1000.00', '500.00', '50.00']);
});

test('the minimum counts the fees of purchases, and a closing takes what is due first', async () => {
  const client = await givenClient();
  const first = { company_id: client.id, first_day: '2027-01-01' };
  await givenTariff(api, staff, { ...first, monthly_fee: 200, card_monthly_fee: 0, monthly_minimum: 1000 });
  await givenTariff(api, staff, { ...first, fee: 10 });
  api.clock.setTo(new Date('2027-01-20T09:00:00Z'));
  await givenSales(api, client.cards[1], [{ sum: 3000_00, at: '2027-01-19T09:00:00Z' }]);
  await closeMonth(api, staff, '2027-01', OVERRIDE_ALL);
  // 1 000 ₽ less the 200 ₽ of the month and 10 % of 3 000 ₽.
  expect(await readCharges(client)).toEqual([
    { kind: 'client-month', month: '2027-01', quantity: 1, sum: 200_00 },
    { kind: 'minimum', month: '2027-01', quantity: 1, sum: 500_00 },
  ]);
  await expectBooksToAgree(api);
});

test('a first month of a few days costs nothing and leaves fuel prices alone', async () => {
  api.clock.setTo(new Date('2027-02-10T09:00:00Z'));
  const client = await givenClient();
  await givenTariff(api, staff, {
    company_id: client.id,
    change: 'discount',
    rate: 5,
    first_day: '2027-02-11',
  });
  await givenTariff(api, staff, { company_id: client.id, monthly_fee: 700, first_day: '2027-02-12' });
  api.clock.setTo(new Date('2027-02-20T09:00:00Z'));
  await givenSales(api, client.cards[0], [{ sum: 1000_00, at: '2027-02-19T09:00:00Z' }]);
  const listed = (await api.get('/api/operations?typeId=11', { token: client.admin.token })).body.data;
  expect(listed[0].price).toMatchObject({ discount: 50, charged: 950 });
  api.clock.setTo(new Date('2027-03-01T00:30:00Z'));
  await chargeEndedMonths(api.ctx);
  expect(await readCharges(client)).toEqual([]);
  api.clock.setTo(new Date('2027-04-01T00:30:00Z'));
  await chargeEndedMonths(api.ctx);
  expect(await readCharges(client)).toEqual([
    { kind: 'client-month', month: '2027-03', quantity: 1, sum: 700_00 },
  ]);
});

test('the preview of a tariff counts its monthly fees for last month', async () => {
  const client = await givenClient();
  api.clock.setTo(new Date('2027-05-20T09:00:00Z'));
  await givenSales(api, client.cards[0], [{ sum: 1000_00, at: '2027-05-19T09:00:00Z' }]);
  api.clock.setTo(new Date('2027-06-02T09:00:00Z'));
  await chargeEndedMonths(api.ctx);
  const json = { company_id: client.id, change: 'none', first_day: '2027-07-01', monthly_fee: 900 };
  const preview = await api.post('/staff/api/tariffs/preview', { token: staff.token, json });
  expect(preview.body.data).toMatchObject({
    clients: [{ id: client.id, sales: 0, services: 950, services_now: 550 }],
    totals: { services: 950, services_now: 550 },
  });
});

test('fees of one network, of nothing, or below zero are refused beside their field', async () => {
  const refused: [Record<string, unknown>, string][] = [
    [{ partner_id: PARTNER.gpn, monthly_fee: 5 }, 'monthly_fee'],
    [{ goods: 'ДТ', delivery_fee: 5 }, 'delivery_fee'],
    [{ monthly_minimum: -1 }, 'monthly_minimum'],
    [{}, 'fee'],
  ];
  for (const [input, field] of refused) {
    const json = { change: 'none', first_day: '2028-01-01', ...input };
    const answer = await api.post('/staff/api/tariffs', { token: staff.token, json });
    expect([answer.status, Object.keys(answer.body.error_messages ?? {})]).toEqual([400, [field]]);
  }
});
