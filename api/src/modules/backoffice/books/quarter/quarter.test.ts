import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { manualClock } from '../../../../lib/clock.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { expectBooksToAgree } from '../../../../testing/expect-books-to-agree.ts';
import { givenStaff, type GivenPerson } from '../../../../testing/givens/factories.ts';
import {
  givenNetworkInvoice,
  REPORT_HEADER,
  reportRow,
} from '../../../../testing/givens/given-network-invoice.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { addUpBalance, addUpMargin, type PlainSale } from './plain-arithmetic.ts';
import { MONTHS, playQuarter, TERMS, type PlayedClient, type Quarter } from './play-quarter.ts';

/** Plays a quarter through the calls of staff and clients. The rate of VAT changes within it. */
let api: TestApi;
let staff: GivenPerson;
let quarter: Quarter;

const SEED = 42;
const FIRST_DAY = '2025-11-03';
const LAST_DAY = '2026-01-31';
const KEYS = {
  client: (sale: PlainSale) => String(sale.client.id),
  network: (sale: PlainSale) => String(sale.partner),
  goods: (sale: PlainSale) => sale.goods.toLowerCase(),
  month: (sale: PlainSale) => sale.day.slice(0, 7),
};

beforeAll(async () => {
  const clock = manualClock(`${FIRST_DAY}T09:00:00Z`);
  api = await startApi({ secondPersonConfirms: true, jobs: false, overrides: { clock } });
  staff = await givenStaff(api);
  quarter = await playQuarter(api, staff, SEED, expectDay);
}, 300_000);
afterAll(() => api?.stop());

const toKopecks = (rubles: number): number => Math.round(rubles * 100);

async function readBooks(day: string) {
  const { status, body } = await api.get(`/staff/api/books?date=${day}`, { token: staff.token });
  expect(status).toBe(200);
  return body.data;
}

async function expectDay(played: Quarter, day: string): Promise<void> {
  const books = await readBooks(day);
  expect([day, books.difference, books.unplaced]).toEqual([day, 0, 0]);
  expect(toKopecks(books.bank[0].balance)).toBe(played.bank);
  expect(books.bank[0].by_bank).toBe(books.bank[0].balance);
  expect(toKopecks(books.received)).toBe(played.bank);
  const sold = addUpMargin(played.sales, TERMS, KEYS.network);
  for (const network of books.networks)
    expect(toKopecks(network.sold)).toBe(sold[network.partner_id]?.station_sum);
  expect(toKopecks(books.programme.corrections)).toBe(0 - played.corrected);
}

test('the trial balance of every day of the quarter has no difference', { timeout: 120_000 }, async () => {
  const differences: Record<string, number> = {};
  const last = Date.parse(LAST_DAY);
  for (let at = Date.parse(FIRST_DAY); at <= last; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    const { difference } = await readBooks(day);
    if (difference !== 0) differences[day] = difference;
  }
  expect(differences).toEqual({});
  await expectBooksToAgree(api);
});

test('the margin equals plain arithmetic from every side', async () => {
  for (const [by, getKey] of Object.entries(KEYS)) {
    const query = new URLSearchParams({ from: FIRST_DAY, to: LAST_DAY, by });
    const { body } = await api.get(`/staff/api/margin?${query}`, { token: staff.token });
    const plain = addUpMargin(quarter.sales, TERMS, getKey);
    // Corrections belong to no goods, so they may have a row without a key.
    const rows = body.data.filter(({ key }: { key: string | null }) => key !== null);
    const found = Object.fromEntries(
      rows.map((row: Record<string, number> & { key: string }) => [
        row.key,
        Object.fromEntries(
          Object.keys(plain[row.key] ?? {}).map((name) => {
            // Corrections of balances are no part of the plain margin.
            const value = (row[name] ?? 0) - (name === 'margin' ? (row.corrections ?? 0) : 0);
            return [name, name === 'sales' ? value : toKopecks(value)];
          }),
        ),
      ]),
    );
    expect(found, by).toEqual(plain);
  }
});

const getBalance = (client: PlayedClient, day: string): number =>
  addUpBalance({ ...quarter, terms: TERMS }, client.id, day);

test('each client’s statement closes at the plain balance of each month', async () => {
  for (const client of quarter.clients)
    for (const month of MONTHS) {
      const day = `${month}-${month === '2025-11' ? '30' : '31'}`;
      const query = new URLSearchParams({ date_from: `${month}-01`, date_to: day, sums: '1' });
      const { token } = client.company.admin;
      const { body } = await api.get(`/api/client/statement?${query}`, { token });
      expect([client.id, month, toKopecks(body.data.closing)]).toEqual([
        client.id,
        month,
        getBalance(client, day),
      ]);
    }
});

interface ListedDocument {
  kind: string;
  title: string;
  sum: number;
  vat: number;
  url: string;
}

async function listDocuments({ company }: PlayedClient, month: string): Promise<ListedDocument[]> {
  const { token } = company.admin;
  return (await api.get(`/api/doc?year=${month.slice(0, 4)}`, { token })).body.data[month] ?? [];
}

test('УПД of each month have the plain sums, with 20 % of VAT and then 22 %', async () => {
  for (const client of quarter.clients)
    for (const month of MONTHS) {
      const sales = quarter.sales.filter(
        (sale) => sale.client.id === client.id && sale.day.startsWith(month),
      );
      const plain = addUpMargin(sales, TERMS, () => 'all').all?.revenue ?? 0;
      const upds = (await listDocuments(client, month)).filter(({ kind }) => kind === 'upd');
      const sum = upds.reduce((total, upd) => total + toKopecks(upd.sum), 0);
      expect([client.id, month, sum]).toEqual([client.id, month, plain]);
      const vat = upds.reduce((total, upd) => total + toKopecks(upd.vat), 0);
      const rate = month < '2026' ? 20 : 22;
      // Every line is rounded on its own, so a kopeck for each sale is the most that rounding can give.
      expect(Math.abs(vat - (plain * rate) / (100 + rate))).toBeLessThanOrEqual(sales.length);
    }
});

test('the act of the last month closes at the statement’s balance', async () => {
  for (const index of [1, 5, 16]) {
    const client = quarter.clients[index] as PlayedClient;
    const act = (await listDocuments(client, '2026-01')).find(({ title }) => title.startsWith('Акт сверки'));
    const { token } = client.company.admin;
    const text = readPdfText((await api.get(act?.url ?? '', { token })).bytes).replaceAll(/\s/g, ' ');
    const sum = /Сальдо на конец.*?(\d[\d ]*,\d{2})/.exec(text)?.[1] ?? '';
    expect(sum.replaceAll(' ', '').replace(',', '')).toBe(String(getBalance(client, LAST_DAY)));
  }
});

test('an invoice of a network shows each of its three differences once', async () => {
  const sold = quarter.sales.filter(({ partner, day }) => partner === PARTNER.gpn && day >= '2026-01-01');
  const isRefunded = (sale: PlainSale) =>
    sold.some(({ card, day, sign }) => sign === -1 && card === sale.card && day === sale.day);
  const [different, missing] = sold.filter((sale) => !isRefunded(sale));
  const getDay = (sale: PlainSale) => sale.day.split('-').toReversed().join('.');
  const reported = sold
    .filter((sale) => sale !== missing)
    .map((sale) => ({ ...sale, sum: sale === different ? sale.sum + 1_00 : sale.sum }));
  if (different) reported.push({ ...different, day: '2026-01-25', sum: 777_00 });
  const lines = reported.map((sale) => {
    const sign = sale.sign === 1 ? '' : '-';
    const kind = sale.sign === 1 ? 'Продажа' : 'Возврат';
    const { card, goods } = sale;
    const sum = `${sign}${(sale.sum / 100).toFixed(2)}`;
    return reportRow({ card, goods, kind, sum, litres: `${sign}100`, time: `${getDay(sale)} 12:00` });
  });
  const total = reported.reduce((all, { sum, sign }) => all + sign * sum, 0);
  const loaded = await givenNetworkInvoice(api, staff, {
    lines: [REPORT_HEADER, ...lines],
    partnerId: PARTNER.gpn,
    date: '2026-01-31',
    from: '2026-01-01',
    to: '2026-01-31',
    sum: (total / 100).toFixed(2),
    vat: ((total * 22) / 12_200).toFixed(2),
  });
  expect([loaded.status, loaded.body.data?.undecided]).toEqual([200, 3]);
  const path = `/staff/api/network-invoices/${loaded.body.data.id}`;
  const { token } = staff;
  for (const group of ['different', 'theirs', 'ours']) {
    expect((await api.post(`${path}/accept`, { token, json: {} })).status).toBe(409);
    const json = { decision: 'accepted', group, note: 'Сверено с сетью' };
    const decided = await api.post(`${path}/decide`, { token, json });
    expect([group, decided.body.data]).toEqual([group, { decided: 1 }]);
  }
  expect((await api.post(`${path}/accept`, { token, json: {} })).status).toBe(200);
});
