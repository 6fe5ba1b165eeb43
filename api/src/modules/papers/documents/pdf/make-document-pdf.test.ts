import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LARGE_DOCUMENT_LINES, WORKBOOK_MIME } from '#contract/papers/documents.ts';
import { rows } from '../../../../db/database.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
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
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { readXlsx } from '../../../../testing/read-xlsx.ts';
import { makeAnyPdf, makeDocumentPdf } from './make-document-pdf.ts';
import { makeWaitingPdfs } from './make-waiting-pdfs.ts';
import { verifyEvidence } from '../evidence/verify-evidence.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

beforeEach(() => api.clock.setTo('2026-09-15T09:00:00Z'));

interface Published {
  id: number;
  title: string;
  partner_id: number;
}

/** Creates a client whose August was closed, with purchases by one card, and whose documents were never opened. */
async function givenClosed(): Promise<{ company: GivenCompany; card: GivenCard; documents: Published[] }> {
  const company = await givenCompany(api, { unallocatedKopecks: 0 });
  await sql`update company set client_since = '2026-01-01' where id = ${company.id}`.execute(
    api.ctx.db.system,
  );
  const card = await givenCard(api, company.id);
  await givenSales(api, card, [
    { sum: 123_45, at: '2026-08-10T10:00:00+03:00' },
    { sum: 67_89, at: '2026-08-11T10:00:00+03:00' },
  ]);
  const { token } = company.admin;
  const [, { id }] = (await api.get(`/api/operations?typeId=11&cardId=${card.id}`, { token })).body.data;
  const json = { cost_centre: '26-01', trip_number: '118/М' };
  expect((await api.put(`/api/operations/${id}/assignment`, { token, json })).status).toBe(200);
  expect((await closeMonth(api, staff, '2026-08', OVERRIDE_ALL)).status).toBe(200);
  const { data } = (await api.get('/api/doc', { token: company.admin.token })).body;
  return { company, card, documents: data['2026-08'] };
}

const download = (company: GivenCompany, id: number) =>
  api.get(`/api/doc/${id}/download`, { token: company.admin.token });

const countMade = async (company: GivenCompany): Promise<number> =>
  (await rows(api.ctx.db.system, sql`select from document_paper where company_id = ${company.id}`)).length;

/** Reads the bytes of each of these documents. */
async function readPdfs(company: GivenCompany, documents: readonly Published[]): Promise<string[]> {
  const found = [];
  for (const { id } of documents) found.push((await download(company, id)).bytes.toString('latin1'));
  return found;
}

/** Deletes the made PDFs, as only the owner of the tables can. They are made again. */
async function forgetPdfs(company: GivenCompany): Promise<void> {
  const owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  await owner.query('alter table document_paper disable trigger only_grows');
  await owner.query('delete from document_paper where company_id = $1', [company.id]);
  await owner.query('alter table document_paper enable trigger only_grows');
  await owner.end();
}

describe('documents of a closed month', () => {
  test('a document is published at once, made at its first opening, and never changes', async () => {
    const { company, documents } = await givenClosed();
    expect(documents.map(({ title }) => title.split(' №')[0])).toEqual([
      'Реестр операций',
      'УПД',
      'Акт сверки',
    ]);
    expect(await countMade(company)).toBe(0);
    const [register] = documents as [Published];
    const first = await download(company, register.id);
    expect([first.status, await countMade(company)]).toEqual([200, 1]);
    expect(readPdfText(first.bytes)).toContain('191,34');
    expect(readPdfText(first.bytes)).toContain('118/М');
    expect((await download(company, register.id)).bytes.equals(first.bytes)).toBe(true);
  });

  test('a document is the same bytes, whatever has changed since its month was closed', async () => {
    const { company, card, documents } = await givenClosed();
    const before = await readPdfs(company, documents);
    await forgetPdfs(company);
    await sql`update company set title = 'ООО «Другое имя»', city = 'Тверь' where id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    await sql`update card set comment = 'другая машина' where id = ${card.id}`.execute(api.ctx.db.system);
    await sql`update partner set title = title || ' (новая)'`.execute(api.ctx.db.system);
    await givenSales(api, card, [{ sum: 999_99, at: '2026-08-12T10:00:00+03:00' }]);
    await sql`update operation set sum_kopecks = 1, goods_title = 'Ничего' where company_id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    const { requisites } = api.ctx.config.operator;
    const { director } = requisites;
    requisites.director = 'Другой директор';
    api.clock.advanceSeconds(40 * 86_400);
    const after = await readPdfs(company, documents);
    requisites.director = director;
    await sql`update partner set title = replace(title, ' (новая)', '')`.execute(api.ctx.db.system);
    expect(after.map((bytes, index) => bytes === before[index])).toEqual([true, true, true]);
  });

  test('a document is made once by two who open it at once, also after a crash', async () => {
    const { company, documents } = await givenClosed();
    const id = documents[1]?.id ?? 0;
    const { put } = api.ctx.files;
    api.ctx.files.put = () => Promise.reject(new Error('the disk is full'));
    expect((await download(company, id)).status).toBe(500);
    api.ctx.files.put = put;
    expect(await countMade(company)).toBe(0);
    const [one, other] = await Promise.all([download(company, id), download(company, id)]);
    expect([one.status, other.status, await countMade(company)]).toEqual([200, 200, 1]);
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });

  test('a document is made before its confirmation, and the evidence has its hash', async () => {
    const { company, documents } = await givenClosed();
    const { id, partner_id } = documents[1] as Published;
    const sms = await givenCode(api, company.admin, 'document', String(id));
    const form = { partner_id, date: '2026-08', id, sms };
    const answer = await api.post('/api/doc/acceptDoc', { token: company.admin.token, form });
    expect([answer.status, answer.body.data?.confirmed]).toEqual([200, [id]]);
    const [row] = await rows(
      api.ctx.db.system,
      sql<{ record: string }>`select record from document_evidence where document_id = ${id}`,
    );
    const { document } = JSON.parse(row?.record ?? '{}');
    expect(document.sha256).toBe((await makeDocumentPdf(api.ctx, id)).sha256);
    expect(document.figures).toMatch(/^[0-9a-f]{64}$/);
    const { db, files } = api.ctx;
    expect((await verifyEvidence({ db, files })).problems).toEqual([]);
    const without = { ...files, read: (sha256: string) => read(document.figures, sha256) };
    const { problems } = await verifyEvidence({ db, files: without });
    expect(problems).toEqual([expect.stringContaining('a file of its figures could not be read')]);
  });

  test('a document is not for another company, nor is it made for one', async () => {
    const { company, documents } = await givenClosed();
    const other = await givenCompany(api);
    expect((await download(other, documents[0]?.id ?? 0)).status).toBe(404);
    expect(await countMade(company)).toBe(0);
  });
});

describe('a large register', () => {
  test('a document is made by a job: a reader sees its progress and finds it later', async () => {
    const { company, documents } = await givenClosed();
    const { id, partner_id } = documents[0] as Published;
    await sql`update month_document set lines = ${LARGE_DOCUMENT_LINES + 1} where id = ${id}`.execute(
      api.ctx.db.system,
    );
    const refused = await download(company, id);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/20\s001\sстрока,/)]);
    expect((await download(company, id)).status).toBe(409);
    const listed = async () => {
      const { data } = (await api.get('/api/doc', { token: company.admin.token })).body;
      return data['2026-08'].find((row: Published) => row.id === id).making;
    };
    expect(await listed()).toEqual({ pages: 0, all_pages: null });
    const sms = await givenCode(api, company.admin, 'document', String(id));
    const form = { partner_id, date: '2026-08', id, sms };
    expect((await api.post('/api/doc/acceptDoc', { token: company.admin.token, form })).status).toBe(409);
    await makeAnyPdf(api.ctx, id);
    expect(await listed()).toBeNull();
    const { bytes } = await download(company, id);
    expect((await api.post('/api/doc/acceptDoc', { token: company.admin.token, form })).status).toBe(200);
    const marked = await download(company, id);
    expect(marked.bytes.subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(readPdfText(marked.bytes)).toContain('простой электронной подписью');
  });

  test('a document has its lines as CSV and workbook at once, with the PDF’s sums', async () => {
    const { company, documents } = await givenClosed();
    const [register, upd] = documents as [Published, Published];
    const csv = (id: number, token: string) => api.get(`/api/doc/${id}/register`, { token });
    const answer = await csv(register.id, company.admin.token);
    const lines = answer.bytes.toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines.slice(1).map((line) => line.split(';').slice(-3))).toEqual([
      ['123,45', '26-01', '118/М'],
      ['67,89', '', ''],
    ]);
    const xlsx = (id: number, token: string) => api.get(`/api/doc/${id}/register.xlsx`, { token });
    const workbook = await xlsx(register.id, company.admin.token);
    expect([workbook.status, workbook.headers.get('content-type')]).toEqual([200, WORKBOOK_MIME]);
    expect(readXlsx(workbook.bytes).map((cells) => cells[15])).toEqual(['Сумма с НДС, ₽', 123.45, 67.89]);
    expect((await xlsx(upd.id, company.admin.token)).status).toBe(404);
    await sql`update month_document set lines = 1000001 where id = ${register.id}`.execute(api.ctx.db.system);
    const refused = await xlsx(register.id, company.admin.token);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('в CSV')]);
    expect(await countMade(company)).toBe(0);
    expect((await csv(upd.id, company.admin.token)).status).toBe(404);
    const other = await givenCompany(api);
    expect((await csv(register.id, other.admin.token)).status).toBe(404);
  });

  test('a document is made by itself when it has not been opened for a while', async () => {
    const { company, documents } = await givenClosed();
    await makeWaitingPdfs(api.ctx);
    expect(await countMade(company)).toBe(0);
    api.clock.advanceSeconds(3600);
    await makeWaitingPdfs(api.ctx);
    expect(await countMade(company)).toBe(documents.length);
  });
});

function read(lost: string, sha256: string): Promise<Buffer> {
  return sha256 === lost ? Promise.reject(new Error('no')) : api.ctx.files.read(sha256);
}
