import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_WORKBOOK_ROWS } from '#contract/list-files.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany } from '../../../testing/givens/factories.ts';
import { findMissingPapers, listTaxRows, toQuarterDays } from './tax-rows.ts';

/** Each row that must not be listed differs from a listed one in one thing alone. */
let api: TestApi;
let owner: pg.Client;
let ours: number;
let theirs: number;
let sandbox: number;
/** One valid document a network, month and kind: each document here has a network of its own. */
let network = 100;

interface GivenDocument {
  companyId?: number;
  kind?: string | null;
  title: string;
  day?: string;
  sum?: number;
  vat?: number | null;
  figures?: number | null;
  withdrawn?: boolean;
  replaced?: boolean;
  replaces?: number;
}

beforeAll(async () => {
  api = await startApi({ jobs: false });
  [ours, theirs, sandbox] = [
    (await givenCompany(api)).id,
    (await givenCompany(api)).id,
    (await givenCompany(api)).id,
  ];
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  // No reader of the books needs the files and people that rows point at.
  await owner.query(`set session_replication_role = replica;
    insert into sandbox (company_id, parent_id, made_at, made_by, clock_at) values (${sandbox}, ${ours}, now(), 1, now())`);
});
afterAll(async () => {
  await owner.end();
  await api.stop();
});

async function insertDocument({
  companyId = ours,
  kind = 'upd',
  title,
  day = '2026-08-31',
  sum = 610_00,
  vat = 110_00,
  figures = 1,
  withdrawn = false,
  replaced = false,
  replaces,
}: GivenDocument): Promise<number> {
  const { rows } = await owner.query(
    `insert into month_document (company_id, partner_id, month, kind, title, sum_kopecks, vat_kopecks, dated_on, figures_id,
       withdrawn_at, replaced_at, replaces_id, corrected_kind, file_id, published_at)
     values ($1, $11, left($2, 7), $3, $4, $5, $6, $2::date, $7, case when $8 then now() end, case when $9 then now() end, $10,
       case when $10::bigint is not null then 'upd' end, 1, $2::date + time '09:00') returning id`,
    [companyId, day, kind, title, sum, vat, figures, withdrawn, replaced, replaces ?? null, (network += 1)],
  );
  return Number(rows[0].id);
}

async function insertXml(documentId: number, fileId: number | null): Promise<void> {
  await owner.query(
    `insert into document_xml (document_id, company_id, file_id, problem, checked_at)
     values ($1, $2, $3, case when $3::bigint is null then 'x' end, now())`,
    [documentId, ours, fileId],
  );
}

async function insertAdvance(day: string, number: number | null): Promise<number> {
  const { rows } = await owner.query(
    `insert into client_advance (company_id, begins_on, dated_on, gross_kopecks, vat_kopecks, rate_percent, number, facts)
     values ($1, $2::date, $2::date, 122000, 22000, case when $3::int is not null then 22 end, $3, '{}') returning id`,
    [ours, day, number],
  );
  return Number(rows[0].id);
}

async function insertOffset(advanceId: number, day: string, kind: string, gross: number): Promise<void> {
  await owner.query(
    `insert into advance_offset (company_id, advance_id, ends_on, kind, gross_kopecks, vat_kopecks)
     values ($1, $2, $3, $4, $5::bigint, $5::bigint / 10)`,
    [ours, advanceId, day, kind, gross],
  );
}

async function readRows(quarter: string, companyId: number | null = ours) {
  const found = await listTaxRows(api.ctx.db.system, toQuarterDays(quarter), { companyId });
  return found.map(({ kind, number, correction, gross, named }) =>
    [
      kind,
      number,
      correction?.number ?? null,
      gross,
      named.map((invoice) => invoice.number).join(', '),
    ].filter(Boolean),
  );
}

test('a quarter has its valid documents, advances and their parts alone', async () => {
  const shipped = await insertDocument({ title: 'УПД № 1 от 31.08.2026' });
  const withdrawn = await insertDocument({ title: 'УПД № 2', withdrawn: true });
  await insertDocument({ title: 'УПД № 3', figures: null });
  await insertDocument({ title: 'УПД № 4', vat: 0 });
  await insertDocument({ title: 'УПД № 5', day: '2026-10-31' });
  await insertDocument({ title: 'Акт № 6', kind: 'reconciliation' });
  await insertDocument({ title: 'УПД № 7', companyId: theirs });
  await insertDocument({ title: 'УПД № 8', companyId: sandbox });
  const givenUkd = async (
    title: string,
    ukd: Partial<GivenDocument>,
    original: Partial<GivenDocument> = {},
  ) => {
    const replaces = await insertDocument({ title: 'УПД № 9', day: '2026-05-31', ...original });
    return insertDocument({
      kind: null,
      figures: null,
      title: `УКД № ${title}`,
      sum: 732_00,
      vat: 132_00,
      replaces,
      ...ukd,
    });
  };
  await insertXml(await givenUkd('К1 от 31.08.2026', {}), 1);
  await insertXml(await givenUkd('withdrawn', { withdrawn: true }), 1);
  await insertXml(await givenUkd('replaced', { replaced: true }), 1);
  await insertXml(await givenUkd('without-VAT', { vat: null }), 1);
  await insertXml(await givenUkd('of-October', { day: '2026-10-02' }), 1);
  await insertXml(await givenUkd('of-no-VAT', {}, { vat: 0 }), 1);
  await insertXml(await givenUkd('of-no-figures', {}, { figures: null }), 1);
  await insertXml(await givenUkd('of-an-act', {}, { kind: 'reconciliation' }), 1);
  await insertXml(await givenUkd('not-made', {}), null);
  await givenUkd('as-a-file', {});
  const advance = await insertAdvance('2026-07-05', 21);
  const early = await insertAdvance('2026-06-30', 20);
  const unnumbered = await insertAdvance('2026-07-10', null);
  await insertAdvance('2026-10-05', 22);
  await insertOffset(advance, '2026-08-10', 'shipment', 500_00);
  await insertOffset(advance, '2026-08-20', 'shipment', 100_00);
  await insertOffset(advance, '2026-08-20', 'return', 50_00);
  await insertOffset(advance, '2026-10-05', 'shipment', 200_00);
  await insertOffset(early, '2026-07-05', 'return', 70_00);
  await insertOffset(unnumbered, '2026-08-10', 'shipment', 300_00);
  for (const documentId of [shipped, withdrawn])
    await owner.query(`insert into upd_advance values ($1, $2, $3, 100)`, [ours, documentId, advance]);
  expect(await readRows('2026Q3')).toEqual([
    ['upd', '1', 610_00, expect.stringMatching('21')],
    ['ukd', '9', 'К1', 122_00],
    ['advance', expect.stringMatching('21'), 1220_00],
    ['shipment', expect.stringMatching('21'), 600_00, '1'],
    ['return', expect.stringMatching('20'), 70_00],
    ['return', expect.stringMatching('21'), 50_00],
  ]);
  expect(await readRows('2026Q3', theirs)).toEqual([['upd', '7', 610_00]]);
  const everyone = (await readRows('2026Q3', null)).filter(([kind]) => kind === 'upd');
  expect(everyone.map(([, number]) => number)).toEqual(['1', '7']);
});

test('what a quarter lacks: its months without documents, and УКД published as a file', async () => {
  await owner.query(`update company set client_since = '2026-02-10' where id = any($1)`, [[ours, theirs]]);
  await owner.query(
    `insert into month_closing (company_id, month, state, asked_at)
     values ($1, '2026-08', 'done', now()), ($1, '2026-07', 'open', now()), ($2, '2026-09', 'done', now())`,
    [ours, theirs],
  );
  const find = (quarter: string, today: string) =>
    findMissingPapers(api.ctx.db.system, ours, toQuarterDays(quarter), today);
  expect((await find('2026Q3', '2026-10-20')).openMonths).toEqual(['2026-07', '2026-09']);
  expect((await find('2026Q3', '2026-07-02')).openMonths).toEqual(['2026-07']);
  expect((await find('2026Q1', '2026-10-20')).openMonths).toEqual(['2026-02', '2026-03']);
  const { fileCorrections } = await find('2026Q3', '2026-10-20');
  expect(fileCorrections).toContain('УКД № as-a-file');
  for (const made of ['УКД № К1 от 31.08.2026', 'УКД № withdrawn', 'УКД № replaced', 'УКД № of-October'])
    expect(fileCorrections).not.toContain(made);
});

test('a quarter of more rows than a workbook takes is refused', async () => {
  const insert = (from: number, to: number) =>
    owner.query(
      `insert into month_document (company_id, partner_id, month, kind, title, sum_kopecks, vat_kopecks, dated_on, figures_id,
         file_id, published_at)
       select $1, n, '2025-01', 'upd', 'УПД № ' || n, 12200, 2200, '2025-01-31', 1, 1, now()
       from generate_series($2::int, $3::int) n`,
      [theirs, from, to],
    );
  await insert(1, MAX_WORKBOOK_ROWS);
  expect(await readRows('2025Q1', theirs)).toHaveLength(MAX_WORKBOOK_ROWS);
  await insert(MAX_WORKBOOK_ROWS + 1, MAX_WORKBOOK_ROWS + 1);
  await expect(readRows('2025Q1', theirs)).rejects.toThrow('За квартал больше 20 000 строк');
});
