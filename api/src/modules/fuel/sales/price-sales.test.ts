import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  givenStaff,
  readUnallocated,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales, type GivenSale } from '../../../testing/givens/given-sales.ts';
import { givenTariff, type TariffInput } from '../../../testing/givens/given-tariff.ts';
import { compareCards } from '../../backoffice/reconciliation/compare-cards.ts';
import { pollNetwork } from '../feeds/poll-network.ts';
import { nearestTariff, tariffSums, type Tariff } from '../../programme/tariffs/tariff.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let card: GivenCard;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

beforeEach(async () => {
  company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
});

/** Applies to this test's client only, because the other tests of the file share the programme. */
function tariff(input: TariffInput): Promise<number> {
  return givenTariff(api, staff, { company_id: company.id, ...input });
}

function sell(...sales: Omit<GivenSale, 'at'>[]): Promise<void> {
  return givenSales(
    api,
    card,
    sales.map((sale) => ({ at: api.clock.now().toISOString(), ...sale })),
  );
}

async function operations(query = '') {
  return (await api.get(`/api/operations${query}`, { token: company.admin.token })).body.data;
}

async function ledger(kind: string): Promise<number> {
  const { balance } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ balance: number }>`
      select coalesce(sum(balance_kopecks), 0)::bigint as balance from ledger_account
      where company_id = ${company.id} and kind = ${kind}`,
  );
  return balance;
}

test('the card pays what its network sold, with discount and fee booked beside it', async () => {
  await tariff({ rate: 2, fee: 0.5 });
  await sell({ sum: 3000_05, litres: 50 });
  const [bought] = await operations();
  expect(bought).toMatchObject({
    sum: 3000.05,
    price: { discount: 60, surcharge: 0, fee: 15, charged: 2955.05, vat: 532.88 },
  });
  expect(await ledger('card')).toBe(6999_95);
  expect(await readUnallocated(api, company)).toBe(1045);
  expect(await ledger('programme')).toBe(-45_00);
  await expectBooksToAgree(api);
});

test('the discount of a purchase pays its fee before anything is owed', async () => {
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
  await tariff({ rate: 2, fee: 0.5 });
  await sell({ sum: 3000_00 });
  expect([await readUnallocated(api, company), await ledger('debt')]).toEqual([45, 0]);
  await expectBooksToAgree(api);
});

test('the nightly comparison finds each card equal to its network, whatever the tariff', async () => {
  await tariff({ change: 'surcharge', unit: 'litre', rate: 1.5, fee: 3 });
  const input = { card_number: card.number, goods_id: 301, litres: 40, unit_price: 65.43, address: 'Химки' };
  const sold = await api.ctx.simulated?.fuel({ ...input, external_id: `night-${card.id}` });
  expect(sold).toMatchObject({ outcome: 'sold' });
  await pollNetwork(api.ctx, card.partnerId);
  expect((await operations())[0].price).toMatchObject({ surcharge: 60, fee: 78.52, charged: 2755.72 });
  const { differences } = await compareCards(api.ctx, 'command');
  // Other tests of this file book sales that no network knows.
  expect(differences.filter(({ details }) => details.cardId === card.id)).toEqual([]);
});

test('without a tariff nothing is other than before: no field, no account, no column', async () => {
  await sell({ sum: 500_00 });
  expect((await operations())[0]).not.toHaveProperty('price');
  const { token } = company.admin;
  const csv = (await api.get('/api/operations/getReport', { token })).bytes.toString('utf8');
  expect(csv).not.toMatch(/Скидка|К оплате/);
  const { rows: opened } = await sql`
    select from ledger_account where company_id = ${company.id} and kind = 'programme'`.execute(
    api.ctx.db.system,
  );
  expect(opened).toHaveLength(0);
});

test('kopecks a litre, rounded half up once a line; a discount is never above the sum', async () => {
  await tariff({ change: 'surcharge', unit: 'litre', rate: 0.33 });
  await sell({ sum: 100_00, litres: 1.5 });
  expect((await operations())[0].price).toMatchObject({ surcharge: 0.5, charged: 100.5 });
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 100_00 });
  await tariff({ unit: 'litre', rate: 50 });
  await sell({ sum: 30_00, litres: 1 });
  expect((await operations())[0].price).toMatchObject({ discount: 30, charged: 0, vat: 0 });
  await expectBooksToAgree(api);
});

test('the Moscow day of the purchase decides, however late it comes; booked sales stay', async () => {
  const yesterday = new Date(api.clock.now().getTime() - 86_400_000).toISOString();
  await tariff({ rate: 3 });
  await givenSales(api, card, [{ sum: 100_00, at: yesterday, id: `late-${card.id}` }]);
  await sell({ sum: 200_00 });
  expect(
    (await operations()).map((operation: { price?: { discount: number } }) => operation.price?.discount),
  ).toEqual([6, undefined]);
  const ahead = api.clock.now();
  api.clock.advanceSeconds(86_400);
  await tariff({ rate: 10 });
  await givenSales(api, card, [{ sum: 100_00, at: ahead.toISOString(), id: `of-before-${card.id}` }]);
  await sell({ sum: 100_00 });
  const input = await operations();
  expect(input.map((item: { price?: { discount: number } }) => item.price?.discount)).toEqual([
    10,
    3,
    6,
    undefined,
  ]);
});

test('a refund has its purchase’s tariff, and parts of it add up to the kopeck', async () => {
  const id = `bought-${card.id}`;
  const tariffId = await tariff({ rate: 3.33, fee: 1.11 });
  await sell({ sum: 100_01, litres: 3, id });
  const bought = (await operations())[0].price;
  await api.post(`/staff/api/tariffs/${tariffId}/end`, {
    token: staff.token,
    json: { reason: 'Договор закончился' },
  });
  api.clock.advanceSeconds(2 * 86_400);
  await tariff({ change: 'surcharge', rate: 20 });
  const parts = [33_33, 33_33, 33_35];
  await sell(...parts.map((sum) => ({ sum, litres: 1, refund: true, refundOf: id })));
  const refunds = (await operations('?typeId=10')).map(
    (operation: { price: typeof bought }) => operation.price,
  );
  for (const kind of ['discount', 'fee', 'charged'] as const) {
    const total = refunds.reduce(
      (sum: number, refund: typeof bought) => sum + Math.round(refund[kind] * 100),
      0,
    );
    expect(total, kind).toBe(Math.round(bought[kind] * 100));
  }
  expect(await ledger('programme')).toBe(0);
  expect(await ledger('card')).toBe(10_000_00);
  await expectBooksToAgree(api);
});

test('a refund of a purchase without a tariff has none, an unnamed one its own day’s', async () => {
  await sell({ sum: 100_00, id: `plain-${card.id}` });
  api.clock.advanceSeconds(86_400);
  await tariff({ rate: 10 });
  await sell(
    { sum: 100_00, refund: true, refundOf: `plain-${card.id}` },
    { sum: 50_00, refund: true },
    // The refund is in the same page as its purchase, and before it.
    { sum: 20_00, refund: true, refundOf: `next-${card.id}` },
    { sum: 40_00, id: `next-${card.id}` },
  );
  const input = (await operations()).filter((operation: { sum: number }) => operation.sum !== 100);
  expect(
    Object.fromEntries(
      input.map((item: { sum: number; price: { discount: number } }) => [item.sum, item.price.discount]),
    ),
  ).toEqual({ 50: 5, 20: 2, 40: 4 });
  expect(
    (await operations('?typeId=10')).find((operation: { sum: number }) => operation.sum === 100),
  ).not.toHaveProperty('price');
});

test('a fee is paid from unallocated funds, the partner account, then becomes a debt', async () => {
  company = await givenCompany(api, { unallocatedKopecks: 3_00 });
  card = await givenCard(api, company.id, { balanceKopecks: 1000_00 });
  await givenMoney(api, { companyId: company.id, kind: 'partner', partnerId: card.partnerId }, 2_00);
  await tariff({ fee: 10 });
  await sell({ sum: 100_00 });
  expect(await ledger('unallocated')).toBe(0);
  expect(await ledger('partner')).toBe(0);
  expect(await ledger('debt')).toBe(-5_00);
  expect(await ledger('card')).toBe(900_00);
  const blocks = await operations('?typeId=3');
  expect(blocks).toHaveLength(1);
  await expectBooksToAgree(api);
  // The refunded money pays the debt first.
  await sell({ sum: 70_00, refund: true });
  expect(await ledger('debt')).toBe(0);
  expect(await ledger('unallocated')).toBe(2_00);
  await expectBooksToAgree(api);
});

test('a credit pays a fee as it pays a transfer', async () => {
  company = await givenCompany(api, { creditKopecks: 50_00 });
  card = await givenCard(api, company.id, { balanceKopecks: 1000_00 });
  await tariff({ fee: 10 });
  await sell({ sum: 100_00 });
  expect(await ledger('unallocated')).toBe(-10_00);
  expect(await ledger('debt')).toBe(0);
});

test('the nearest tariff counts: client, network, goods, then the later first day', async () => {
  const base = { change: 'discount', unit: 'percent', rate: 1, feeRate: 0, lastDay: null } as const;
  const of = (id: number, more: Partial<Tariff>): Tariff => ({
    ...base,
    id,
    companyId: null,
    partnerId: null,
    goodsTitle: null,
    firstDay: '2026-01-01',
    ...more,
  });
  const all = [
    of(1, {}),
    of(2, { goodsTitle: ' дт ' }),
    of(3, { partnerId: 2 }),
    of(4, { partnerId: 2, goodsTitle: 'ДТ' }),
    of(5, { companyId: 7 }),
    of(6, { companyId: 7, firstDay: '2026-02-01', lastDay: '2026-02-10' }),
  ];
  const sold = { companyId: 1, partnerId: 1, goodsTitle: 'АИ-95', day: '2026-02-05' };
  const id = (more: Partial<typeof sold>) => nearestTariff(all, { ...sold, ...more })?.id;
  expect(id({})).toBe(1);
  expect(id({ goodsTitle: 'ДТ' })).toBe(2);
  expect(id({ partnerId: 2 })).toBe(3);
  expect(id({ partnerId: 2, goodsTitle: 'ДТ' })).toBe(4);
  expect(id({ companyId: 7, partnerId: 2, goodsTitle: 'ДТ' })).toBe(6);
  expect(id({ companyId: 7, day: '2026-02-11' })).toBe(5);
  expect(id({ day: '2025-12-31' })).toBeUndefined();
});

test('half a kopeck rounds up for any sum, and shares never lose a kopeck', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 1, max: 5000 }),
      (sum, rate) => {
        const { discount } = tariffSums(
          { change: 'discount', unit: 'percent', rate, feeRate: 0 },
          { sum, centilitres: 0 },
        );
        const exact = BigInt(sum) * BigInt(rate);
        expect(BigInt(discount)).toBe((exact * 2n + 10_000n) / 20_000n);
      },
    ),
  );
});
