import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenStaff,
  type GivenCompany,
} from '../testing/givens/factories.ts';
import { givenDocument } from '../testing/givens/given-document.ts';
import { givenSales } from '../testing/givens/given-sales.ts';

let api: TestApi;
let owner: pg.Client;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  company = await givenCompany(api);
  await givenDocument(api, await givenStaff(api), company, { title: 'УПД' });
  await givenCode(api, company.admin, 'order');
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000 });
  await givenSales(api, card, [{ sum: 50_000, at: api.clock.now().toISOString() }]);
  await owner.query(`insert into edm_message (document_id, company_id, asked_at, changed_at)
    select id, company_id, published_at, published_at from month_document`);
});
afterAll(async () => {
  await owner.end();
  await api.stop();
});

describe('documents and what they rest on', () => {
  test.each(['stored_file', 'month_document', 'edm_message', 'operation', 'sms_code'])(
    '%s can’t be deleted within five years or truncated, even by the tables’ owner',
    async (table) => {
      const { rows } = await owner.query(`select count(*)::int as count from ${table}`);
      expect(rows[0].count).toBeGreaterThan(0);
      await expect(owner.query(`delete from ${table}`)).rejects.toThrow(/keeps this row until 2032-01-01/);
      await expect(owner.query(`truncate ${table} cascade`)).rejects.toThrow(/is refused/);
    },
  );

  test('a document, its file’s content and an agreement’s text never change', async () => {
    for (const change of [
      `update stored_file set sha256 = repeat('0', 64)`,
      `update stored_file set company_id = company_id`,
      `update month_document set file_id = file_id`,
      `update month_document set title = 'Другой'`,
      `update terms_version set text = ''`,
      `delete from terms_version`,
    ])
      await expect(owner.query(change)).rejects.toThrow(/is refused/);
  });

  test('documents older than five full years may be deleted, and not a day earlier', async () => {
    const insertAged = async (createdAt: string) =>
      owner.query(
        `insert into stored_file (company_id, sha256, name, mime, size_bytes, created_at)
         values ($1, repeat('a', 64), 'old.pdf', 'application/pdf', 1, $2)`,
        [company.id, createdAt],
      );
    // One transaction has one time, so no year begins between these statements.
    await owner.query('begin');
    const { rows } = await owner.query(
      `select extract(year from now() at time zone 'Europe/Moscow')::int as year`,
    );
    const { year } = rows[0];
    await insertAged(`${year - 6}-12-31T20:59:59Z`);
    await insertAged(`${year - 6}-12-31T21:00:00Z`);
    const old = `delete from stored_file where name = 'old.pdf' and created_at`;
    expect((await owner.query(`${old} < '${year - 6}-12-31T21:00:00Z'`)).rowCount).toBe(1);
    await expect(owner.query(`${old} >= '${year - 6}-12-31T21:00:00Z'`)).rejects.toThrow(/is refused/);
    await owner.query('rollback');
  });
});
