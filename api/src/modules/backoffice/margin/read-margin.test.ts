import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  MarginMonth,
  MarginRow,
  MarginSide,
  MarginSums,
  MarginYearRow,
} from '#contract/backoffice/margin.ts';
import { PARTNER } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCard,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { givenTariff } from '../../../testing/givens/given-tariff.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

const SIDES: readonly MarginSide[] = ['client', 'network', 'goods', 'month'];
const NETWORKS = [PARTNER.rn, PARTNER.gpn] as const;
/** Goods and their kind of fuel. */
const KINDS = { ДТ: 'diesel', 'ДТ зимнее': 'diesel', 'АИ-95': 'petrol', Мойка: null } as const;
const GOODS = Object.keys(KINDS) as (keyof typeof KINDS)[];

interface Term {
  partner: number;
  scope: (typeof GOODS)[number] | 'diesel' | 'petrol' | null;
  pricing: 'percent' | 'litre' | 'fixed';
  /** Hundredths. */
  rate: number;
  bonus: number;
  firstDay: string;
}

interface Sale {
  id: string;
  companyId: number;
  partner: number;
  goods: (typeof GOODS)[number];
  day: string;
  /** Day whose terms hold: of a refund that of its purchase. */
  termDay: string;
  sum: number;
  centilitres: number;
  sign: 1 | -1;
}

interface Correction {
  companyId: number;
  day: string;
  /** Positive: taken from the client. */
  sum: number;
}

interface Figures {
  corrections: number;
  sales: number;
  station_sum: number;
  revenue: number;
  received: number;
  bonus: number;
  cost: number;
  without_terms: number;
  margin: number;
}

const arbitraryTerms = fc.array(
  fc.record({
    partner: fc.constantFrom(...NETWORKS),
    scope: fc.constantFrom(...GOODS, 'diesel' as const, 'petrol' as const, null),
    pricing: fc.constantFrom('percent' as const, 'litre' as const, 'fixed' as const),
    rate: fc.integer({ min: 1, max: 999 }),
    bonus: fc.integer({ min: 0, max: 300 }),
    daysLater: fc.integer({ min: -5, max: 15 }),
  }),
  { maxLength: 5 },
);

const arbitrarySales = fc.array(
  fc.record({
    company: fc.nat(1),
    network: fc.nat(1),
    goods: fc.constantFrom(...GOODS),
    sum: fc.integer({ min: 1, max: 9_000_00 }),
    centilitres: fc.integer({ min: 1, max: 900_00 }),
    isRefunded: fc.boolean(),
    daysLater: fc.nat(20),
  }),
  { minLength: 1, maxLength: 6 },
);

const arbitraryCorrections = fc.array(
  fc.record({
    company: fc.nat(1),
    kind: fc.constantFrom('compensation', 'penalty', 'opening-balance'),
    direction: fc.constantFrom('to-client', 'from-client'),
    sum: fc.integer({ min: 1, max: 5_000_00 }),
  }),
  { maxLength: 4 },
);

const terms: Term[] = [];

test('the margin equals a plain recalculation by client, network, goods and month', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryTerms,
      arbitrarySales,
      arbitraryCorrections,
      async (newTerms, purchases, asked) => {
        api.clock.advanceSeconds(2 * 86_400);
        const from = moscowDay(api.clock.now());
        for (const { daysLater, ...term } of newTerms)
          await enterTerm({ ...term, firstDay: moscowDay(api.clock.now(), daysLater) });
        const { sales, clientIds } = await trade(purchases);
        const corrections = await correct(asked, clientIds);
        const to = moscowDay(api.clock.now());
        const charged = await readCharged(sales);
        for (const by of SIDES) {
          const answer = await api.get(`/staff/api/margin?${new URLSearchParams({ from, to, by })}`, {
            token: staff.token,
          });
          expect(answer.status).toBe(200);
          const { data, meta } = answer.body;
          const found = Object.fromEntries(
            data.map((row: Record<string, number> & { key: string }) => [row.key, toKopecks(row)]),
          );
          expect(found, by).toEqual(recalculate({ sales, corrections, charged }, (item) => getKey(item, by)));
          expect({ all: toKopecks(meta.totals) }, by).toEqual(
            recalculate({ sales, corrections, charged }, () => 'all'),
          );
        }
      },
    ),
    { numRuns: Number(process.env.FC_RUNS ?? 4), endOnFailure: true },
  );
});

test('the months of a year side by side are the margins of these months by each side', async () => {
  const today = moscowDay(api.clock.now());
  const year = today.slice(0, 4);
  for (const by of ['client', 'network', 'goods']) {
    const { body } = await api.get(`/staff/api/margin/years/${year}?by=${by}`, { token: staff.token });
    const months: string[] = body.meta.months;
    expect(months.at(0)).toBe(`${year}-01`);
    expect(months.at(-1)).toBe(today.slice(0, 7));
    const ofYear = await readPeriod(`${year}-01-01`, `${year}-12-31`, by);
    expect(body.data.map(({ key }: MarginYearRow) => key)).toEqual(ofYear.data.map(({ key }) => key));
    expect(body.meta.totals.year).toEqual(pickMonth(ofYear.meta.totals));
    for (const [index, month] of months.entries()) {
      const { data, meta } = await readPeriod(`${month}-01`, getLastDay(month), by);
      expect(body.meta.totals.months[index], month).toEqual(pickMonth(meta.totals));
      const byKey = new Map(data.map((row) => [row.key, pickMonth(row)]));
      for (const row of body.data as MarginYearRow[])
        expect(row.months[index], `${month} ${row.title}`).toEqual(byKey.get(row.key) ?? NO_MONTH);
      expect(body.data.map(({ key }: MarginYearRow) => key)).toEqual(
        expect.arrayContaining([...byKey.keys()]),
      );
    }
  }
});

const NO_MONTH: MarginMonth = { sales: 0, litres: 0, revenue: 0, cost: 0, margin: 0, percent: null };

async function readPeriod(
  from: string,
  to: string,
  by: string,
): Promise<{ data: MarginRow[]; meta: { totals: MarginSums } }> {
  const path = `/staff/api/margin?${new URLSearchParams({ from, to, by })}`;
  const { data = [], meta } = (await api.get(path, { token: staff.token })).body;
  return { data, meta };
}

function pickMonth({ sales, litres, revenue, cost, margin, percent }: MarginSums): MarginMonth {
  return { sales, litres, revenue, cost, margin, percent };
}

function getLastDay(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

async function enterTerm(term: Term): Promise<void> {
  const json = {
    partner_id: term.partner,
    ...(term.scope === 'diesel' || term.scope === 'petrol'
      ? { goods_kind: term.scope }
      : term.scope !== null && { goods: term.scope }),
    pricing: term.pricing,
    rate: term.rate / 100,
    bonus: term.bonus / 100,
    first_day: term.firstDay,
  };
  expect((await api.post('/staff/api/purchase-terms', { token: staff.token, json })).status).toBe(200);
  terms.push(term);
}

/** Two companies with a tariff and cards of two networks buy as asked; a half of some purchases is refunded. */
async function trade(
  purchases: typeof arbitrarySales extends fc.Arbitrary<infer Value> ? Value : never,
): Promise<{ sales: Sale[]; clientIds: number[] }> {
  const clients: { id: number; cards: GivenCard[] }[] = [];
  for (const rate of [1.5, 0]) {
    const { id } = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
    const cards = [];
    for (const partnerId of NETWORKS)
      cards.push(await givenCard(api, id, { partnerId, balanceKopecks: 100_000_00 }));
    await givenTariff(api, staff, { company_id: id, fee: 0.7, ...(rate && { rate }) });
    clients.push({ id, cards });
  }
  const sales: Sale[] = [];
  for (const [index, { company, network, goods, sum, centilitres, ...purchase }] of purchases.entries()) {
    api.clock.advanceSeconds(purchase.daysLater * 86_400 + 60);
    const client = clients[company] as (typeof clients)[number];
    const card = client.cards[network] as GivenCard;
    const id = `m-${client.id}-${index}`;
    const day = moscowDay(api.clock.now());
    const known = { companyId: client.id, partner: card.partnerId, goods, termDay: day };
    const litres = centilitres / 100;
    await givenSales(api, card, [{ id, at: api.clock.now().toISOString(), goods, sum, litres }]);
    sales.push({ ...known, id, day, sum, centilitres, sign: 1 });
    if (!purchase.isRefunded || sum < 2) continue;
    api.clock.advanceSeconds(3 * 86_400);
    const back = { id: `${id}-r`, sum: Math.floor(sum / 2), centilitres: Math.ceil(centilitres / 2) };
    await givenSales(api, card, [
      {
        id: back.id,
        at: api.clock.now().toISOString(),
        goods,
        sum: back.sum,
        litres: back.centilitres / 100,
        refund: true,
        refundOf: id,
      },
    ]);
    sales.push({ ...known, ...back, day: moscowDay(api.clock.now()), sign: -1 });
  }
  return { sales, clientIds: clients.map(({ id }) => id) };
}

/** Corrects balances of the two companies; returns what counts as margin. */
async function correct(
  asked: typeof arbitraryCorrections extends fc.Arbitrary<infer Value> ? Value : never,
  clientIds: readonly number[],
): Promise<Correction[]> {
  const corrections: Correction[] = [];
  for (const { company, kind, direction, sum } of asked) {
    const companyId = clientIds[company] as number;
    const json = { kind, direction, sum: sum / 100, note: 'Показали' };
    const path = `/staff/api/clients/${companyId}/corrections`;
    expect((await api.post(path, { token: staff.token, json })).status).toBe(200);
    const day = moscowDay(api.clock.now());
    if (kind !== 'opening-balance')
      corrections.push({ companyId, day, sum: direction === 'from-client' ? sum : -sum });
  }
  return corrections;
}

/** Returns the sums charged to clients, as their operations have them, by the network's id of the sale. */
async function readCharged(sales: readonly Sale[]): Promise<Map<string, number>> {
  const found = await rows(
    api.ctx.db.system,
    sql<{ id: string; charged: number }>`
      select operation.external_id as id, operation.sum_kopecks - coalesce(discount_kopecks, 0)
        + coalesce(surcharge_kopecks, 0) + coalesce(fee_kopecks, 0) as charged
      from operation left join sale_price on sale_price.operation_id = operation.id
      where operation.external_id = any(${sales.map(({ id }) => id)}::text[])`,
  );
  expect(found).toHaveLength(sales.length);
  return new Map(found.map(({ id, charged }) => [id, charged]));
}

const NO_FIGURES: Figures = {
  corrections: 0,
  sales: 0,
  station_sum: 0,
  revenue: 0,
  received: 0,
  bonus: 0,
  cost: 0,
  without_terms: 0,
  margin: 0,
};

function recalculate(
  books: { sales: readonly Sale[]; corrections: readonly Correction[]; charged: ReadonlyMap<string, number> },
  getRow: (item: Sale | Correction) => string,
): Record<string, Figures> {
  const { sales, corrections, charged } = books;
  const byKey: Record<string, Figures> = {};
  for (const correction of corrections) {
    const row = (byKey[getRow(correction)] ??= { ...NO_FIGURES });
    row.corrections += correction.sum;
    row.margin += correction.sum;
  }
  for (const sale of sales) {
    const term = findTerm(sale);
    const litres = sale.goods === 'Мойка' ? 0 : sale.centilitres;
    const received = term === null ? 0 : getDiscount(term, sale.sum, litres);
    const bonus = term === null ? 0 : halfUp(sale.sum * term.bonus, 10_000);
    const revenue = charged.get(sale.id) ?? 0;
    const row = (byKey[getRow(sale)] ??= { ...NO_FIGURES });
    row.sales += sale.sign === 1 ? 1 : 0;
    row.station_sum += sale.sign * sale.sum;
    row.revenue += sale.sign * revenue;
    row.received += sale.sign * received;
    row.bonus += sale.sign * bonus;
    row.cost += sale.sign * (sale.sum - received - bonus);
    row.without_terms += term === null ? sale.sign * sale.sum : 0;
    row.margin += sale.sign * (revenue - sale.sum + received + bonus);
  }
  return byKey;
}

function findTerm({ partner, goods, termDay }: Sale): Term | null {
  const rank = ({ scope }: Term): number => (scope === null ? 0 : scope === goods ? 2 : 1);
  const fitting = terms.filter(
    (term) =>
      term.partner === partner &&
      term.firstDay <= termDay &&
      (term.scope === null || term.scope === goods || term.scope === KINDS[goods]) &&
      (term.pricing === 'percent' || goods !== 'Мойка'),
  );
  let best: Term | null = null;
  for (const term of fitting) {
    const isNearer =
      best === null ||
      rank(term) > rank(best) ||
      (rank(term) === rank(best) && term.firstDay >= best.firstDay);
    if (isNearer) best = term;
  }
  return best;
}

function getDiscount({ pricing, rate }: Term, sum: number, centilitres: number): number {
  if (pricing === 'percent') return halfUp(sum * rate, 10_000);
  const byLitres = halfUp(centilitres * rate, 100);
  return pricing === 'litre' ? Math.min(byLitres, sum) : sum - byLitres;
}

function halfUp(product: number, by: number): number {
  return Math.floor((product + by / 2) / by);
}

function getKey(sale: Sale | Correction, by: MarginSide): string {
  if (by === 'client') return String(sale.companyId);
  if (by === 'month') return sale.day.slice(0, 7);
  // No network and no goods; their row has no key.
  if (!('partner' in sale)) return 'null';
  if (by === 'network') return String(sale.partner);
  return sale.goods.toLowerCase();
}

function toKopecks(row: Record<string, number>): Figures {
  const kopecks = (name: string): number => Math.round((row[name] ?? 0) * 100);
  return {
    corrections: kopecks('corrections'),
    sales: row.sales ?? 0,
    station_sum: kopecks('station_sum'),
    revenue: kopecks('revenue'),
    received: kopecks('received'),
    bonus: kopecks('bonus'),
    cost: kopecks('cost'),
    without_terms: kopecks('without_terms'),
    margin: kopecks('margin'),
  };
}

test('an auditor reads the margin; to a customer the call does not exist', async () => {
  const { admin } = await givenCompany(api);
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  const path = '/staff/api/margin?from=2026-01-01&to=2026-01-31';
  expect((await api.get(path, { token: auditor.token })).status).toBe(200);
  expect((await api.get(path, { token: admin.token })).status).toBe(404);
  for (const query of [
    '',
    'from=2026-02-01&to=2026-01-31',
    'from=2020-01-01&to=2026-01-31',
    'from=2026-01-01&to=2026-01-31&by=driver',
  ])
    expect((await api.get(`/staff/api/margin?${query}`, { token: auditor.token })).status, query).toBe(400);
  expect((await api.get('/staff/api/margin/years/2026', { token: auditor.token })).status).toBe(200);
  expect((await api.get('/staff/api/margin/years/2026', { token: admin.token })).status).toBe(404);
  for (const path of ['2090', '1999', 'soon', '2026?by=month'])
    expect((await api.get(`/staff/api/margin/years/${path}`, { token: auditor.token })).status, path).toBe(
      400,
    );
});
