import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptedSubject } from '#contract/papers/documents.ts';
import { CORRECTION_DIRECTIONS, CORRECTION_KINDS } from '#contract/money/balance-corrections.ts';
import { getOnlyRow } from '../../../../db/database.ts';
import { fromWindows1251 } from '../../../../lib/tables/windows-1251.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { givenPdf } from '../../../../testing/givens/given-document.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { expectBooksToAgree } from '../../../../testing/expect-books-to-agree.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { checkEnterpriseData, HAS_PACKAGE } from '../../../../testing/check-enterprise-data.ts';
import { readXlsx } from '../../../../testing/read-xlsx.ts';
import { readAttributes } from '../../../../testing/read-state-xml.ts';
import { endOfMonth } from './month-closing.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

let serial = 0;
const PAID_KOPECKS = 20_000_00;
const CARD_KOPECKS = 100_000_00;
const HAND_MADE = CORRECTION_KINDS.filter((kind) => kind !== 'ukd');

/** A month of purchases, some given back, corrections by hand, and a УКД of a closed month. */
const arbitraryMonth = fc.record({
  purchases: fc.array(
    fc.record({ sum: fc.integer({ min: 100, max: 20_000_00 }), isGivenBack: fc.boolean() }),
    { maxLength: 3 },
  ),
  /** A purchase of an earlier month, given back whole. */
  returned: fc.option(fc.nat(5), { freq: 2 }),
  corrections: fc.array(
    fc.record({
      kind: fc.constantFrom(...HAND_MADE),
      direction: fc.constantFrom(...CORRECTION_DIRECTIONS),
      sum: fc.integer({ min: 1, max: 3_000_00 }),
    }),
    { maxLength: 2 },
  ),
  ukd: fc.option(
    fc.record({
      of: fc.nat(5),
      percent: fc.integer({ min: 40, max: 160 }).filter((percent) => percent !== 100),
      undo: fc.constantFrom('no', 'withdraw', 'replace'),
    }),
    { freq: 4 },
  ),
});
type Month = typeof arbitraryMonth extends fc.Arbitrary<infer Value> ? Value : never;

test(
  'documents, statement and ledger agree to the kopeck with УКД and corrections',
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryMonth, { minLength: 2, maxLength: 3 }), async (months) => {
        const company = await givenCompany(api, { unallocatedKopecks: PAID_KOPECKS });
        const card = await givenCard(api, company.id, { balanceKopecks: CARD_KOPECKS });
        const bought: Bought[] = [];
        for (const month of months) await playMonth(company, card, { month, bought });
        await expectBooksToAgree(api);
      }),
      {
        numRuns: Number(process.env.FC_RUNS ?? 3),
        endOnFailure: true,
        ...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED) }),
      },
    );
  },
);

/** A purchase of a closed month that is not given back yet. */
interface Bought {
  id: string;
  sum: number;
}

async function playMonth(
  company: GivenCompany,
  card: GivenCard,
  { month, bought }: { month: Month; bought: Bought[] },
): Promise<void> {
  api.clock.advanceSeconds(3_600);
  if (month.returned !== null && bought.length > 0) {
    const [{ id, sum } = { id: '', sum: 0 }] = bought.splice(month.returned % bought.length, 1);
    const at = api.clock.now().toISOString();
    await givenSales(api, card, [{ sum, at, litres: 20, refund: true, refundOf: id }]);
  }
  for (const { sum, isGivenBack } of month.purchases) {
    const at = api.clock.now().toISOString();
    serial += 1;
    const id = `bought-${serial}`;
    await givenSales(api, card, [{ id, sum, at, litres: 20 }]);
    if (!isGivenBack) bought.push({ id, sum });
    if (isGivenBack) await givenSales(api, card, [{ sum: Math.ceil(sum / 3), at, litres: 5, refund: true }]);
  }
  for (const { sum, ...correction } of month.corrections) {
    const json = { ...correction, sum: sum / 100, note: 'Договорились' };
    const answer = await post(`clients/${company.id}/corrections`, json);
    // The credit limit refuses what the client does not owe by a document.
    expect([200, 409]).toContain(answer.status);
  }
  if (month.ukd) await publishUkd(company, month.ukd);
  const name = moscowDay(api.clock.now()).slice(0, 7);
  await closeMonth(api, staff, name, OVERRIDE_ALL);
  const ledger = await readLedger(company);
  expect(await sumDocuments(company)).toBe(ledger);
  expect(await readStatement(company, name)).toBe(ledger);
  const act = await readAct(company, name);
  if (act !== null) expect(act).toBe(ledger);
}

test('fuel of a closed month that comes back corrects the УПД of that month', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: PAID_KOPECKS });
  const card = await givenCard(api, company.id, { balanceKopecks: CARD_KOPECKS });
  const { token } = company.admin;
  const closeWith = async (sales: Parameters<typeof givenSales>[2]) => {
    api.clock.advanceSeconds(3_600);
    const at = api.clock.now().toISOString();
    await givenSales(
      api,
      card,
      sales.map((sale) => ({ ...sale, at })),
    );
    const month = moscowDay(api.clock.now()).slice(0, 7);
    await closeMonth(api, staff, month, OVERRIDE_ALL);
    const ledger = await readLedger(company);
    expect([await sumDocuments(company), await readAct(company, month)]).toEqual([ledger, ledger]);
    const { data } = (await api.get('/api/doc', { token })).body;
    return (data[month] as Listed[]).filter(({ kind }) => kind === 'upd');
  };
  const refund = { at: '', refund: true, refundOf: 'closed-1' };
  const [first] = await closeWith([{ id: 'closed-1', sum: 5_000_00, at: '', litres: 100 }]);
  const [sold, returned] = await closeWith([
    { sum: 1_000_00, at: '', litres: 20 },
    { ...refund, sum: 3_000_00, litres: 60 },
  ]);
  expect([first?.sum, sold?.sum, returned?.sum]).toEqual([5_000, 1_000, 2_000]);
  expect(returned).toMatchObject({ replaces: first?.id, replace_reason: expect.stringContaining('Возврат') });
  expect(returned?.title).toMatch(/^УКД № \S+-К1 от /);
  const [rest, ...none] = await closeWith([{ ...refund, sum: 2_000_00, litres: 40 }]);
  expect([rest?.sum, rest?.replaces, none]).toEqual([0, first?.id, []]);
  expect(rest?.title).toMatch(/^УКД № \S+-К2 от /);
  for (const document of [first, sold, returned, rest])
    expect((await api.get(document?.xml ?? '', { token })).status).toBe(200);
  const xml = fromWindows1251((await api.get(rest?.xml ?? '', { token })).bytes);
  expect(readAttributes(xml, 'СтоимДоИзм')[1]).toBe('2000.00');
  expect(readAttributes(xml, 'КолТовПосле')).toEqual(['0.00']);
  await expectBooked(company, [first, returned, rest]);
  const withdrawn = await post(`documents/${rest?.id}/withdraw`, { reason: 'Ошибка' });
  expect([withdrawn.status, withdrawn.body.message]).toEqual([409, expect.stringContaining('УКД возврата')]);
  const original = await post(`documents/${first?.id}/withdraw`, { reason: 'Ошибка' });
  expect(original.status).toBe(409);
  const ids = [sold?.id ?? 0, returned?.id ?? 0];
  const sms = await givenCode(api, company.admin, 'document', acceptedSubject(ids));
  const accepted = await api.post('/api/doc/acceptDocs', { token, json: { ids, sms } });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  await expectBooksToAgree(api);
});

/** The УКД stand in the book of purchases and in the client's 1C, by how much each takes back. */
async function expectBooked({ admin: { token } }: GivenCompany, ukds: (Listed | undefined)[]): Promise<void> {
  const today = moscowDay(api.clock.now());
  const year = today.slice(0, 4);
  const quarters = [1, 2, 3, 4].map((quarter) => `${year}Q${quarter}`);
  const lines: unknown[][] = [];
  for (const quarter of quarters)
    lines.push(
      ...readXlsx((await api.get(`/api/exchange/purchase-book?quarter=${quarter}`, { token })).bytes),
    );
  expect(lines.filter(([, code]) => code === '18').map(([, , , , , , gross]) => gross)).toEqual([
    3_000, 2_000,
  ]);
  const path = `/api/exchange/enterprise-data?from=${year}-01-01&to=${year}-12-31`;
  const xml = String((await api.get(path, { token })).bytes);
  const numbers = ukds.map((ukd) => /№ (\S+)/.exec(ukd?.title ?? '')?.[1]);
  expect(xml.split('<Документ.КорректировкаПоступленияТоваров>').length).toBe(3);
  for (const number of numbers) expect(xml).toContain(`<Номер>${number}</Номер>`);
  if (HAS_PACKAGE) expect(checkEnterpriseData(xml)).toEqual([]);
}

interface Listed {
  id: number;
  kind: string;
  title: string;
  sum: number;
  replaces: number | null;
  xml: string | null;
}

async function publishUkd(company: GivenCompany, ukd: NonNullable<Month['ukd']>): Promise<void> {
  const valid = (await listUpds(company)).filter(
    ({ replaces, state }) => replaces === null && state === 'waiting',
  );
  const upd = valid[ukd.of % Math.max(1, valid.length)];
  if (!upd) return;
  const [line] = (await get(`documents/${upd.id}/lines`)).body.data;
  // What was given back whole has nothing to correct.
  if (!line || line.sum < 1 || line.quantity === 0) return;
  const sum = Math.max(1, Math.round(line.sum * ukd.percent)) / 100;
  const lines = [{ place: 1, quantity: line.quantity, sum }];
  const made = await post(`documents/${upd.id}/correct`, { reason: 'Цена по соглашению', lines });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { id } = made.body.data;
  if (ukd.undo === 'withdraw')
    expect((await post(`documents/${id}/withdraw`, { reason: 'Ошибка' })).status).toBe(200);
  if (ukd.undo === 'replace') {
    const multipart = new FormData();
    multipart.set('title', 'УКД на бумаге');
    multipart.set('reason', 'Подписан иначе');
    multipart.set('file', new Blob([givenPdf('x')]), 'ukd.pdf');
    const path = `/staff/api/documents/${id}/replace`;
    expect((await api.post(path, { token: staff.token, multipart })).status).toBe(200);
  }
}

/** Returns the balance by the client's documents: payments less УПД and valid УКД, with corrections by hand. */
async function sumDocuments(company: GivenCompany): Promise<number> {
  const upds = await listUpds(company);
  const sums = new Map(upds.map(({ id, sum }) => [id, toKopecks(sum ?? 0)]));
  let balance = PAID_KOPECKS + CARD_KOPECKS;
  // A УКД states the total of its УПД after it, so the last valid one counts.
  for (const { replaces, sum, state } of upds.toSorted((a, b) => a.id - b.id))
    if (replaces !== null && sums.has(replaces) && state === 'waiting' && sum !== null)
      sums.set(replaces, toKopecks(sum));
  for (const { id, replaces } of upds) if (replaces === null) balance -= sums.get(id) ?? 0;
  const corrections = (await get(`clients/${company.id}/corrections`)).body.data as {
    kind: string;
    direction: string;
    sum: number;
  }[];
  for (const { kind, direction, sum } of corrections)
    if (kind !== 'ukd') balance += direction === 'to-client' ? toKopecks(sum) : -toKopecks(sum);
  return balance;
}

interface Upd {
  id: number;
  sum: number | null;
  replaces: number | null;
  state: string;
}

async function listUpds({ id }: GivenCompany): Promise<Upd[]> {
  return (await get(`documents?company_id=${id}&kind=upd&perPage=100`)).body.data;
}

async function readLedger({ id }: GivenCompany): Promise<number> {
  const { own } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ own: number }>`
      select coalesce(-sum(balance_kopecks), 0)::bigint as own from ledger_account
      where company_id = ${id} and kind in ('bank', 'network', 'programme')`,
  );
  return own;
}

async function readStatement({ admin }: GivenCompany, month: string): Promise<number> {
  const last = moscowDay(new Date(endOfMonth(month).getTime() - 1));
  const path = `/api/client/statement?date_from=${month}-01&date_to=${last}`;
  return toKopecks((await api.get(path, { token: admin.token })).body.data.closing);
}

/** Returns the closing balance of the month's act, or null where nothing has moved and there is none. */
async function readAct({ admin }: GivenCompany, month: string): Promise<number | null> {
  const { data } = (await api.get(`/api/doc?year=${month.slice(0, 4)}`, { token: admin.token })).body;
  const act = data[month]?.find(({ kind }: { kind: string }) => kind === 'reconciliation');
  if (!act) return null;
  const answer = await api.get(act.xml, { token: admin.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const text = fromWindows1251(answer.bytes);
  const [credit = '', debit = ''] = ['СальдоКонКр', 'СальдоКонДеб'].map(
    (name) => readAttributes(text, name)[0],
  );
  return toKopecks(Number(credit)) - toKopecks(Number(debit));
}

function get(path: string) {
  return api.get(`/staff/api/${path}`, { token: staff.token });
}

function post(path: string, json: object) {
  return api.post(`/staff/api/${path}`, { token: staff.token, json });
}

function toKopecks(rubles: number): number {
  return Math.round(rubles * 100);
}
