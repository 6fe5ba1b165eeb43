import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../../../../lib/clock.ts';
import { fromWindows1251 } from '../../../../lib/tables/windows-1251.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { expectBooksToAgree } from '../../../../testing/expect-books-to-agree.ts';
import { givenStaff, type GivenPerson } from '../../../../testing/givens/factories.ts';
import { readAttributes } from '../../../../testing/read-state-xml.ts';
import { releasePaidDebtors } from '../../dunning/release-paid-debtors.ts';
import { runDunning } from '../../dunning/run-dunning.ts';
import { addUpActBalance, addUpBalance, addUpMargin, type Belonging } from './plain-arithmetic.ts';
import { addUpDocuments } from './plain-documents.ts';
import { addUp, isUntil } from './plain-facts.ts';
import { expectExport } from './expect-export.ts';
import { expectInvoices } from './expect-network-invoices.ts';
import { playQuarter } from './play-quarter.ts';
import { getLastDay, MONTHS, toKopecks, type PlayedClient, type Quarter } from './stage.ts';

/** Plays a quarter through the calls of staff and clients. The rate of VAT changes within it. */
let api: TestApi;
let staff: GivenPerson;
let quarter: Quarter;

const SEED = 42;
const FIRST_DAY = '2025-11-03';
const LAST_DAY = '2026-01-31';
const KEYS = {
  client: ({ client }: Belonging) => String(client),
  network: ({ partner }: Belonging) => (partner === null ? null : String(partner)),
  goods: ({ goods }: Belonging) => goods?.toLowerCase() ?? null,
  month: ({ day }: Belonging) => day.slice(0, 7),
};

beforeAll(async () => {
  const clock = manualClock(`${FIRST_DAY}T09:00:00Z`);
  api = await startApi({ secondPersonConfirms: true, jobs: false, overrides: { clock } });
  staff = await givenStaff(api);
  quarter = await playQuarter({ api, staff, jobs: { runDunning, releasePaidDebtors } }, SEED, expectDay);
}, 300_000);
afterAll(() => api?.stop());

async function readStaff(path: string) {
  const { status, body } = await api.get(`/staff/api/${path}`, { token: staff.token });
  expect(status).toBe(200);
  return body;
}

async function readBooks(day: string) {
  return (await readStaff(`books?date=${day}`)).data;
}

async function expectDay(played: Quarter, day: string): Promise<void> {
  const books = await readBooks(day);
  expect([day, books.difference, books.unplaced]).toEqual([day, 0, 0]);
  expect(toKopecks(books.bank[0].balance)).toBe(played.bank);
  expect(books.bank[0].by_bank).toBe(books.bank[0].balance);
  const money = addUp(played.money.filter(isUntil(day)), ({ sum }) => sum);
  expect(toKopecks(books.received)).toBe(money);
  const sold = addUpMargin(played, day, KEYS.network);
  for (const network of books.networks) {
    const paid = addUp(
      played.paid.filter((payment) => payment.partner === network.partner_id && payment.day <= day),
      ({ sum }) => sum,
    );
    const plain = sold[network.partner_id]?.station_sum ?? 0;
    expect([network.sold, network.paid, network.balance].map(toKopecks)).toEqual([plain, paid, plain - paid]);
  }
  const { all } = addUpMargin(played, day, () => 'all');
  const isForCards = ({ title }: { title: string }) => title.endsWith('топливных карт');
  const fees = played.fees.filter(isUntil(day));
  const cardFees = addUp(
    fees.filter((fee) => isForCards(fee) && !fee.title.startsWith('Обслуживание')),
    ({ sum }) => sum,
  );
  const otherFees = addUp(fees, ({ sum }) => sum);
  const figures = Object.entries(books.programme).map(([name, sum]) => [name, toKopecks(Number(sum))]);
  expect(Object.fromEntries(figures)).toEqual({
    discounts: 0 - (all?.discount ?? 0),
    surcharges: all?.surcharge,
    fees: (all?.service_fee ?? 0) + otherFees - cardFees,
    card_fees: cardFees,
    corrections: all?.corrections,
  });
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
    const { data, meta } = await readStaff(`margin?${query}`);
    expect(meta.credit_percent).toBe(20);
    const plain = addUpMargin(quarter, LAST_DAY, getKey);
    const found = Object.fromEntries(
      data.map((row: Record<string, number> & { key: string | null }) => [
        row.key ?? 'none',
        Object.fromEntries(
          Object.keys(plain[row.key ?? 'none'] ?? {}).map((name) => {
            const value = row[name] ?? Number.NaN;
            return [name, name === 'sales' ? value : toKopecks(value)];
          }),
        ),
      ]),
    );
    expect(found, by).toEqual(plain);
  }
});

test('each client’s statement closes at the plain balance of each month', async () => {
  for (const client of quarter.everyone)
    for (const month of MONTHS) {
      const day = getLastDay(month);
      const query = new URLSearchParams({ date_from: `${month}-01`, date_to: day, sums: '1' });
      const { token } = client.company.admin;
      const { body } = await api.get(`/api/client/statement?${query}`, { token });
      const plain = addUpBalance(quarter, client.id, day);
      expect([client.id, month, toKopecks(body.data.closing)]).toEqual([client.id, month, plain]);
    }
});

interface ListedDocument {
  kind: string;
  title: string;
  sum: number;
  vat: number;
  xml: string;
}

async function listDocuments({ company }: PlayedClient, month: string): Promise<ListedDocument[]> {
  const { token } = company.admin;
  return (await api.get(`/api/doc?year=${month.slice(0, 4)}`, { token })).body.data[month] ?? [];
}

test('УПД of each client and month have the plain sums, and the VAT of each line', async () => {
  for (const client of quarter.everyone)
    for (const month of MONTHS) {
      const upds = (await listDocuments(client, month)).filter(
        ({ kind, title }) => kind === 'upd' && !title.startsWith('УКД'),
      );
      const { sum, vat } = addUpDocuments(quarter, client.id, month);
      const found = {
        sum: addUp(upds, ({ sum }) => toKopecks(sum)),
        vat: addUp(upds, (upd) => toKopecks(upd.vat)),
      };
      expect([client.id, month, found]).toEqual([client.id, month, { sum, vat }]);
    }
});

test('the act of each client and month closes at the plain balance of the documents', async () => {
  for (const client of quarter.everyone)
    for (const month of MONTHS) {
      const plain = addUpActBalance(quarter, client.id, getLastDay(month));
      const act = (await listDocuments(client, month)).find(({ kind }) => kind === 'reconciliation');
      const closing = act ? await readClosing(client, act) : 0;
      expect([client.id, month, closing]).toEqual([client.id, month, plain]);
    }
});

async function readClosing({ company }: PlayedClient, act: ListedDocument): Promise<number> {
  const answer = await api.get(act.xml, { token: company.admin.token });
  const text = fromWindows1251(answer.bytes);
  const [credit = 0, debit = 0] = ['СальдоКонКр', 'СальдоКонДеб'].map((name) =>
    toKopecks(Number(readAttributes(text, name)[0])),
  );
  return credit - debit;
}

test('networks’ invoices show their differences, and payments pay the oldest first', async () => {
  await expectInvoices({ api, staff }, quarter);
});

test('1C’s file of each month has the plain sums', { timeout: 60_000 }, async () => {
  for (const month of MONTHS) await expectExport({ api, staff }, quarter, month);
});

test('the quarter holds each kind of event more than once', () => {
  const { sales, corrections, fees, owing } = quarter;
  const partial = sales.filter(({ purchase, sum }) => purchase && purchase.sum !== sum);
  expect(
    partial.filter(({ purchase, day }) => purchase && purchase.day < day.slice(0, 7)).length,
  ).toBeGreaterThan(10);
  expect(corrections.filter(({ partner }) => partner !== null).map(({ sum }) => sum > 0)).toEqual([
    true,
    false,
  ]);
  const titles = [
    'Выпуск топливных карт',
    'Доставка топливных карт',
    'Абонентская плата',
    'Обслуживание топливных карт',
    'Доплата до минимума сборов за месяц',
  ];
  expect(titles.filter((name) => fees.filter(({ title }) => title === name).length < 2)).toEqual([]);
  expect(owing.length).toBeGreaterThan(3);
});
