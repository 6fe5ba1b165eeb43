import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../../../../lib/clock.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { expectBooksToAgree } from '../../../../testing/expect-books-to-agree.ts';
import { givenStaff, type GivenPerson } from '../../../../testing/givens/factories.ts';
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
    const found = Object.fromEntries(
      body.data.map((row: Record<string, number> & { key: string }) => [
        row.key,
        Object.fromEntries(
          Object.keys(plain[row.key] ?? {}).map((name) => {
            const value = row[name] ?? 0;
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
