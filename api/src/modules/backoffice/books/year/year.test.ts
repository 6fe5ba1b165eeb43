import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealEvents } from '../../../../audit/seal-events.ts';
import { manualClock } from '../../../../lib/clock.ts';
import { seededRandom } from '../../../../lib/seeded-random.ts';
import { fromWindows1251 } from '../../../../lib/tables/windows-1251.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { expectBooksToAgree } from '../../../../testing/expect-books-to-agree.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import { givenCode, givenStaff, type GivenCard } from '../../../../testing/givens/factories.ts';
import { givenSales, type GivenSale } from '../../../../testing/givens/given-sales.ts';
import { readAttributes } from '../../../../testing/read-state-xml.ts';
import { SKIPPED_WITHOUT_SCHEMAS, STATE_SCHEMAS } from '../../../../testing/state-schemas.ts';
import { HAS_PYTHON } from '../../../../../../scripts/has-python.ts';
import { issueAdvanceInvoices } from '../../../papers/advance-invoices/issue-advance-invoices.ts';
import { checkStateXml } from '../../../papers/state-forms/check-state-xml.ts';
import { getStateForm } from '../../../papers/state-forms/state-form.ts';
import { addClient } from '../quarter/order-cards.ts';
import { loadBankFile, nameSuppliers } from '../quarter/play-bank.ts';
import { correctUpd } from '../quarter/play-corrections.ts';
import { saveBundle } from '../../../papers/bundles/save-bundle.ts';
import { distribute, type PlayedClient, type Quarter, type Stage } from '../quarter/stage.ts';

/**
 * A year of one client through the calls of staff and the client: payments, sales, refunds, УКД, a returned advance. The
 * rate of VAT changes in its middle. A second program recomputes its tax from the exported files alone.
 */
const SEED = 45;
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2025, 6 + month, 1)).toISOString().slice(0, 7),
);
const QUARTERS = ['2025Q3', '2025Q4', '2026Q1', '2026Q2', '2026Q3'];
const RECOMPUTE = fileURLToPath(new URL('../../../../../../tools/recompute-year.py', import.meta.url));
const VERIFY = fileURLToPath(new URL('../../../../../../verify/', import.meta.url));
/** Changed bytes of the bundle, and which piece of the seed draws them (docs/bundle.md). */
const FLIPS = Number(process.env.BUNDLE_FLIPS ?? 300);
const PIECE = Number(process.env.BUNDLE_PIECE ?? 0);

/**
 * Months that take back more than they sell, or at an earlier rate: their УПД would have a line below zero, and a УКД corrects the
 * УПД of the purchases.
 */
const GIVEN_BACK = new Map([
  ['2026-01', { of: '2025-12', days: ['04', '12', '20', '26'] }],
  ['2026-05', { of: '2026-04', days: ['04'] }],
]);

/** Two of staff, and those of the months that give back. */
const UKDS = 6;

let api: TestApi;
let stage: Stage;
let client: PlayedClient;
let folder: string;
let stateFiles: { kind: 'upd' | 'advanceInvoice' | 'ukd'; day: string; bytes: Buffer }[];

beforeAll(async () => {
  const clock = manualClock('2025-07-01T09:00:00Z');
  api = await startApi({ secondPersonConfirms: true, jobs: false, overrides: { clock } });
  const staff = await givenStaff(api);
  const facts = { sales: [], money: [], corrections: [], fees: [], owing: [], paid: [] };
  const quarter: Quarter = { terms: [], ...facts, clients: [], everyone: [], bank: 0 };
  const noJob = () => Promise.resolve();
  const jobs = { runDunning: noJob, releasePaidDebtors: noJob };
  stage = { api, staff, random: seededRandom(SEED), quarter, jobs };
  await nameSuppliers(stage);
  client = await addClient(stage, 11);
  quarter.everyone.push(client);
  for (const month of MONTHS) await playMonth(month);
  folder = mkdtempSync(path.join(tmpdir(), 'magistral-year-'));
  await exportFiles();
});

afterAll(async () => {
  if (folder) rmSync(folder, { recursive: true, force: true });
  await api?.stop();
});

async function playMonth(month: string): Promise<void> {
  const { random } = stage;
  api.clock.setTo(`${month}-03T09:00:00Z`);
  const sum = random.whole(5_000_00, 8_000_00);
  await loadBankFile(stage, { payments: [{ from: client, sum }] });
  await distribute(stage, client, [2_400_00, 2_400_00]);
  for (const day of GIVEN_BACK.get(month)?.days ?? ['04', '12', '20', '26']) {
    api.clock.setTo(`${month}-${day}T09:00:00Z`);
    await buy(month, day === '20');
  }
  await giveBack(GIVEN_BACK.get(month)?.of ?? '');
  if (month === '2025-11') await correctUpd(stage, client, { month: '2025-10', percent: 90 });
  if (month === '2026-02') await correctUpd(stage, client, { month: '2026-01', percent: 115 });
  if (month === '2026-03') await loadBankFile(stage, { returnTo: client });
  if (month === '2025-12') {
    api.clock.setTo(`${month}-30T09:00:00Z`);
    await loadBankFile(stage, { payments: [{ from: client, sum: 6_000_00 }] });
  }
  expect((await closeMonth(api, stage.staff, month, OVERRIDE_ALL)).status).toBe(200);
  api.clock.setTo(new Date(api.clock.now().getTime() + 8 * 3_600_000));
  await issueAdvanceInvoices(api.ctx);
}

/** Purchases of a closed month, which come back whole later. */
const bought: { month: string; card: GivenCard; sale: GivenSale }[] = [];

async function giveBack(month: string): Promise<void> {
  const at = api.clock.now().toISOString();
  for (const { card, sale } of bought.filter((purchase) => purchase.month === month)) {
    const { id: refundOf = '', ...rest } = sale;
    await givenSales(api, card, [{ ...rest, at, refund: true, refundOf }]);
  }
}

/** A purchase on one of the client's cards, and its refund in part. */
async function buy(month: string, isRefunded: boolean): Promise<void> {
  const { random } = stage;
  const card = random.pick(client.cards);
  const sum = random.whole(200_00, 2_300_00);
  const sale = {
    id: `year-${api.clock.now().toISOString()}`,
    at: api.clock.now().toISOString(),
    goods: 'ДТ',
  };
  const purchase = { ...sale, sum, litres: Math.floor(sum / 60) / 100 };
  await givenSales(api, card, [purchase]);
  if (!isRefunded) bought.push({ month, card, sale: purchase });
  if (!isRefunded) return;
  const back = random.whole(1_00, 150_00);
  const refund = { at: sale.at, goods: sale.goods, refund: true, refundOf: sale.id };
  await givenSales(api, card, [{ ...refund, sum: back, litres: Math.floor(back / 60) / 100 }]);
}

async function download(name: string, address: string, token: string): Promise<Buffer> {
  const { status, bytes } = await api.get(address, { token });
  expect([address, status]).toEqual([address, 200]);
  writeFileSync(path.join(folder, name), bytes);
  return bytes;
}

interface Listed {
  id: number;
  kind: string | null;
  title: string;
  xml: string | null;
}

/** Exports what both sides can download: books by quarter, the statement, and the files of the State's forms. */
async function exportFiles(): Promise<void> {
  const { token } = client.company.admin;
  for (const quarter of QUARTERS) {
    await download(`client-${quarter}.xlsx`, `/api/exchange/purchase-book?quarter=${quarter}`, token);
    await download(
      `operator-${quarter}.xlsx`,
      `/staff/api/exchange/tax-books?quarter=${quarter}`,
      stage.staff.token,
    );
  }
  const query = new URLSearchParams({ date_from: '2025-07-01', date_to: '2026-07-01', sums: '1' });
  await download('statement.csv', `/api/client/statement.csv?${query}`, token);
  stateFiles = [];
  for (const year of ['2025', '2026']) {
    const { data } = (await api.get(`/api/doc?year=${year}`, { token })).body;
    for (const document of Object.values(data as Record<string, Listed[]>).flat()) {
      const { id, kind, title, xml } = document;
      if (xml === null || (kind !== 'upd' && kind !== 'advance-invoice')) continue;
      const bytes = await download(`${kind}-${id}.xml`, xml, token);
      const form = title.startsWith('УКД') ? 'ukd' : kind === 'upd' ? 'upd' : 'advanceInvoice';
      const [made = ''] = readAttributes(fromWindows1251(bytes), 'ДатаИнфПр');
      stateFiles.push({ kind: form, day: made.split('.').toReversed().join('-'), bytes });
    }
  }
}

test('a year of a client leaves books that agree', async () => {
  await expectBooksToAgree(api);
});

test.each([
  ['our own rules', null, true],
  [`the State’s schema${SKIPPED_WITHOUT_SCHEMAS}`, STATE_SCHEMAS, STATE_SCHEMAS !== null],
] as const)('every XML of the year passes %s', async (_name, stateSchemas, isThere) => {
  if (!isThere) return;
  for (const { kind, day, bytes } of stateFiles)
    expect(await checkStateXml({ stateSchemas }, getStateForm(kind, day), bytes)).toEqual([]);
  const kinds = Object.groupBy(stateFiles, ({ kind }) => kind);
  expect([
    kinds.ukd?.length,
    (kinds.upd?.length ?? 0) > 11,
    (kinds.advanceInvoice?.length ?? 0) > 11,
  ]).toEqual([UKDS, true, true]);
});

test.skipIf(!HAS_PYTHON)('a second program finds the same tax in the exported files', () => {
  const { stdout, stderr, status } = spawnSync('python3', [RECOMPUTE, folder], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const { problems, counts } = JSON.parse(stdout);
  expect(problems).toEqual([]);
  expect(counts).toMatchObject({ ukd: UKDS, rates: [20, 22], returns: 1 });
  expect(counts.named).toBeGreaterThan(3);
});

/** Runs a program of `verify/` and returns its exit code with what it printed. */
function runVerifier(program: string, ...args: string[]): { status: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync('python3', ['-B', path.join(VERIFY, program), ...args], {
    encoding: 'utf8',
  });
  return { status, printed: stdout + stderr };
}

describe.skipIf(!HAS_PYTHON)('the signed bundle of the year', () => {
  let bundle: string;

  beforeAll(async () => {
    await acceptFirstUpd();
    await sealEvents(api.ctx.db, api.clock.now());
    bundle = path.join(folder, 'bundle.zip');
    const days = { from: '2025-07-01', to: '2026-07-31' };
    await saveBundle(api.ctx, { scope: null, days, secret: 'a secret of this test, long enough' }, bundle);
  });

  async function acceptFirstUpd(): Promise<void> {
    const { admin } = client.company;
    const { data } = (await api.get('/api/doc?year=2025', { token: admin.token })).body;
    const documents = data['2025-07'] as (Listed & { partner_id: number })[];
    const upd = documents.find(({ kind }) => kind === 'upd');
    const id = upd?.id ?? 0;
    const sms = await givenCode(api, admin, 'document', id);
    const json = { partner_id: upd?.partner_id, date: '2025-07', id, sms };
    expect((await api.post('/api/doc/acceptDoc', { token: admin.token, json })).status).toBe(200);
  }

  test('agrees with itself by a program that shares nothing with the portal', () => {
    expect(runVerifier('verify.py', bundle)).toEqual({
      status: 0,
      printed: expect.stringMatching(/evidence 1,[^]*all as it was signed, and it agrees\n$/),
    });
  });

  test('every single changed byte of it is found', { timeout: FLIPS * 50 + 180_000 }, () => {
    expect(runVerifier('flip_bytes.py', bundle, `--count=${FLIPS}`, '--seed=46', `--piece=${PIECE}`)).toEqual(
      {
        status: 0,
        printed: `${FLIPS} changes, 0 not found\n`,
      },
    );
  });

  test('every changed figure is found, even if everything was signed again', () => {
    expect(runVerifier('flip_bytes.py', bundle, '--forge', '--count=50', '--seed=46')).toEqual({
      status: 0,
      printed: '50 changes, 0 not found\n',
    });
  });
});
