import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { fromWindows1251 } from '../../../lib/tables/windows-1251.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenMoney,
  givenStaff,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { readAttributes } from '../../../testing/read-state-xml.ts';
import { sendEdmDocument } from '../../../testing/send-edm-document.ts';
import { connectEdm } from '../edm/connect-edm.ts';
import { issueAdvanceInvoices } from './issue-advance-invoices.ts';

/** The operator is on УСН at 5 % in July, and pays no VAT since the middle of August. The client takes documents by EDM. */
const vat = {
  schemes: [
    { since: '2019-01-01', scheme: 'general' },
    { since: '2026-07-01', scheme: 'usn-5' },
    { since: '2026-08-16', scheme: 'without' },
  ],
};
const folder = mkdtempSync(path.join(tmpdir(), 'magistral-scheme-'));

let api: TestApi;
let company: GivenCompany;

const evening = async (day: string) => {
  api.clock.setTo(new Date(`${day}T17:00:00Z`));
  await issueAdvanceInvoices(api.ctx);
};

beforeAll(async () => {
  const file = path.join(folder, 'operator.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync('operator.json', 'utf8')), vat }));
  api = await startApi({ jobs: false, env: { OPERATOR_FILE: file } });
  const staff = await givenStaff(api);
  await evening('2026-07-01');
  company = await givenCompany(api);
  const form = { sms: await givenCode(api, company.admin, 'edm') };
  expect((await api.post('/api/edoRequest', { token: company.admin.token, form })).status).toBe(200);
  for (const seconds of [0, 3, 5]) {
    api.clock.advanceSeconds(seconds);
    await connectEdm(api.ctx, company.id);
  }
  const card = await givenCard(api, company.id);
  const pay = (sum: number) => givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, sum);
  await pay(1_050_00);
  await evening('2026-07-06');
  await givenSales(api, card, [{ sum: 210_00, at: '2026-07-20T09:00:00Z' }]);
  await closeMonth(api, staff, '2026-07', OVERRIDE_ALL);
  await evening('2026-08-20');
  await pay(500_00);
  await evening('2026-08-26');
  await givenSales(api, card, [{ sum: 1_000_00, at: '2026-09-10T09:00:00Z' }]);
  await closeMonth(api, staff, '2026-09', OVERRIDE_ALL);
});

afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

interface Listed {
  id: number;
  kind: string;
  vat: number;
  url: string;
  xml: string;
  edm: { state: string } | null;
}

async function listDocuments(kind: string): Promise<Listed[]> {
  const { data } = (await api.get('/api/doc?year=2026', { token: company.admin.token })).body;
  const all = Object.values(data as Record<string, Listed[]>).flat();
  return all.filter((document) => document.kind === kind).toSorted((a, b) => a.id - b.id);
}

async function readFiles({ url, xml }: Listed) {
  const { token } = company.admin;
  const [pdf, file] = [await api.get(url, { token }), await api.get(xml, { token })];
  return { text: readPdfText(pdf.bytes), file: fromWindows1251(file.bytes) };
}

test('a seller on УСН charges an advance with 5/105, one without VAT charges none', async () => {
  const [invoice, ...others] = await listDocuments('advance-invoice');
  expect(others).toEqual([]);
  expect(invoice?.vat).toBe(50);
  const { text, file } = await readFiles(invoice as Listed);
  expect(text).toContain('5/105');
  expect(readAttributes(file, 'НалСт')).toEqual(['5/105']);
});

test('an advance at 5 % gives its VAT back when it is shipped, one without VAT none', async () => {
  const advances = await rows(
    api.ctx.db.system,
    sql<object>`
      select advance.dated_on::text as day, advance.vat_kopecks as vat, sum(part.vat_kopecks)::int as back
      from client_advance advance left join advance_offset part on part.advance_id = advance.id
      group by advance.id order by advance.id`,
  );
  expect(advances).toEqual([
    { day: '2026-07-05', vat: 50_00, back: 50_00 },
    { day: '2026-08-20', vat: 0, back: 0 },
  ]);
});

test('a УПД at 5 % names the advance at 5/105, one without VAT names none', async () => {
  const [july, september] = (await listDocuments('upd')) as [Listed, Listed];
  const first = await readFiles(july);
  expect(first.text).toMatch(/имущественных прав: №\s*А-000001 от\s*05\.07\.2026/);
  expect(readAttributes(first.file, 'Значен')).toEqual(['№ А-000001 от 05.07.2026']);
  const second = await readFiles(september);
  expect(second.text).toMatch(/имущественных прав: —/);
  expect([readAttributes(second.file, 'Функция'), readAttributes(second.file, 'Значен')]).toEqual([
    ['ДОП'],
    [],
  ]);
});

test('an invoice for an advance and a УПД that names it go to the operator of EDM', async () => {
  const sent = [...(await listDocuments('advance-invoice')), ...(await listDocuments('upd')).slice(0, 1)];
  expect(sent.map(({ edm }) => edm?.state)).toEqual(['queued', 'queued']);
  for (const { id } of sent) await sendEdmDocument(api.ctx, id);
  const states = [...(await listDocuments('advance-invoice')), ...(await listDocuments('upd')).slice(0, 1)];
  expect(states.map(({ edm }) => edm?.state)).toEqual(['sent', 'sent']);
});
