import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCompany,
} from '../../../../testing/givens/factories.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { readAttributes } from '../../../../testing/read-state-xml.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { parseOperatorFile } from '../../../../operator.ts';
import { fromWindows1251 } from '../../../../lib/tables/windows-1251.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'magistral-vat-'));
const operator = JSON.parse(readFileSync('operator.json', 'utf8'));
/** The operator moves to УСН: first at 5 %, in the middle of August to no VAT at all. */
const vat = {
  schemes: [
    { since: '2019-01-01', scheme: 'general' },
    { since: '2026-07-01', scheme: 'usn-5' },
    { since: '2026-08-16', scheme: 'without' },
  ],
};

const SALES = {
  '2026-06': [{ sum: 122_00, at: '2026-06-20T09:00:00Z' }],
  '2026-07': [{ sum: 105_00, at: '2026-07-20T09:00:00Z' }],
  // In Moscow the second sale is on the next day.
  '2026-08': [
    { sum: 210_00, at: '2026-08-15T09:00:00Z' },
    { sum: 300_00, at: '2026-08-15T21:00:00Z' },
  ],
  '2026-09': [{ sum: 400_00, at: '2026-09-10T09:00:00Z' }],
};

let api: TestApi;
let company: GivenCompany;
let token: string;

beforeAll(async () => {
  const file = path.join(folder, 'operator.json');
  writeFileSync(file, JSON.stringify({ ...operator, vat }));
  api = await startApi({ jobs: false, env: { OPERATOR_FILE: file } });
  const staff = await givenStaff(api);
  company = await givenCompany(api, { unallocatedKopecks: 100_000_00 });
  ({ token } = company.admin);
  const card = await givenCard(api, company.id, { partnerId: PARTNER.rn, balanceKopecks: 50_000_00 });
  await sql`update company set client_since = '2026-01-01' where id = ${company.id}`.execute(
    api.ctx.db.system,
  );
  for (const [month, sales] of Object.entries(SALES)) {
    api.clock.setTo(`${month}-28T09:00:00Z`);
    await givenSales(api, card, sales);
    expect((await closeMonth(api, staff, month, OVERRIDE_ALL)).status).toBe(200);
  }
});

afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

async function readDocument(month: string, kind: string) {
  const { data } = (await api.get('/api/doc?year=2026', { token })).body;
  return data[month].find((row: { kind: string }) => row.kind === kind);
}

async function readUpd(month: string) {
  const upd = await readDocument(month, 'upd');
  const answer = await api.get(`/api/doc/${upd.id}/xml`, { token });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return { upd, xml: fromWindows1251(answer.bytes) };
}

test.each([
  ['2026-06', ['22%'], 22_00],
  ['2026-07', ['5%'], 5_00],
])('the УПД of %s has the operator’s rate of its days %s', async (month, rates, tax) => {
  const { upd, xml } = await readUpd(month);
  expect([readAttributes(xml, 'НалСт'), upd.vat]).toEqual([rates, tax / 100]);
  expect(xml).toContain(`<СумНал>${(tax / 100).toFixed(2)}</СумНал>`);
  expect(readAttributes(xml, 'Функция')).toEqual(['СЧФДОП']);
});

test('a closing across a change of rate has both, each with its own sum', async () => {
  const { upd, xml } = await readUpd('2026-08');
  expect(readAttributes(xml, 'НалСт').toSorted()).toEqual(['5%', 'без НДС']);
  expect(readAttributes(xml, 'СтТовУчНалВсего')).toEqual(['510.00']);
  expect([upd.sum, upd.vat]).toEqual([510, 10]);
  const register = (await readDocument('2026-08', 'register')).register;
  const [titles = [], ...lines] = (await api.get(register, { token })).bytes
    .toString('utf8')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'));
  const place = titles.findIndex((title) => title.includes('В т. ч. НДС'));
  expect(lines.map((cells) => String(cells[place])).toSorted()).toEqual(['0,00', '10,00']);
});

test('without VAT the УПД is only a transfer document with «без НДС», in XML and PDF', async () => {
  const { upd, xml } = await readUpd('2026-09');
  expect(readAttributes(xml, 'Функция')).toEqual(['ДОП']);
  expect([readAttributes(xml, 'НалСт'), upd.vat]).toEqual([['без НДС'], 0]);
  expect(xml.match(/<БезНДС>без НДС<\/БезНДС>/g)).toHaveLength(2);
  expect(xml).not.toContain('<СумНал><СумНал>');
  const document = readPdfText((await api.get(upd.url, { token })).bytes);
  expect(document).toContain('без НДС');
});

test('without VAT lists, CSV and 1C name no tax', async () => {
  const listed = (await api.get('/api/operations', { token })).body.data;
  expect(listed.map((item: { vat: unknown }) => item.vat)).toEqual([null, null, 10, 5, 22]);
  const xml = await api.get('/api/exchange/enterprise-data?from=2026-09-01&to=2026-09-30', { token });
  expect(xml.bytes.toString('utf8')).toContain('БезНДС');
});

test('an invoice without VAT says so to the payer’s bank', async () => {
  const document = await api.get('/api/client/bill?sum=1000', { token });
  expect(readPdfText(document.bytes)).toContain('Без НДС');
});

test('a schedule with two beginnings on one day stops the start', () => {
  const schemes = [vat.schemes[0], vat.schemes[0]];
  expect(() => parseOperatorFile(JSON.stringify({ ...operator, vat: { schemes } }))).toThrow(/one day/);
});
