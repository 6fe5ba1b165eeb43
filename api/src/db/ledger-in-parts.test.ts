import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate } from './migrate.ts';

/** An installation that was in use before the ledger was partitioned, beside a new one. */
const BEFORE = 600;
const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

let server: pg.Client;
let name: string;
let old: pg.Client;
let fresh: pg.Client;
let template: TestDatabase;
let url: string;
let fileBefore: unknown;

beforeAll(async () => {
  server = new pg.Client(inject('testServerUrl'));
  await server.connect();
  name = `test_${randomBytes(8).toString('hex')}`;
  await server.query(`create database ${name}`);
  url = Object.assign(new URL(inject('testServerUrl')), { pathname: `/${name}` }).href;
  const folder = mkdtempSync(path.join(tmpdir(), 'magistral-before-parts-'));
  for (const file of readdirSync(FOLDER).filter((value) => Number.parseInt(value, 10) < BEFORE))
    copyFileSync(path.join(FOLDER, file), path.join(folder, file));
  await migrate(url, { folder: pathToFileURL(`${folder}/`) });
  rmSync(folder, { recursive: true });
  old = new pg.Client(url);
  await old.connect();
  await old.query(`
    insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
      subject_kind, subject_id, posted_at)
    select 1 + n % 3, 'before:' || n, 'invoice-paid', 1, 2, n, 'opening', 1, now() from generate_series(1, 1000) n`);
  await old.query(`
    insert into ledger_entry select 1, id, company_id, -amount_kopecks, 0, -amount_kopecks from ledger_transfer
    union all select 2, id, company_id, amount_kopecks, 0, amount_kopecks from ledger_transfer`);
  fileBefore = await readFileNames('ledger_transfer', 'ledger_entry');
  await migrate(url);
  template = await createTestDatabase();
  fresh = new pg.Client(template.url);
  await fresh.connect();
});

afterAll(async () => {
  await old.end();
  await fresh.end();
  await template.drop();
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

async function readFileNames(...tables: string[]): Promise<unknown> {
  return (await old.query('select pg_relation_filepath(t::regclass) from unnest($1::text[]) t', [tables]))
    .rows;
}

test('existing rows are not copied: the table is the first part, in the same file', async () => {
  expect(await readFileNames('ledger_transfer_first', 'ledger_entry_first')).toEqual(fileBefore);
  const { rows } = await old.query(`
    select (select count(*)::int from ledger_transfer) as transfers, (select count(*)::int from ledger_entry) as entries,
      (select sum(amount_kopecks)::int from ledger_entry where account_id = 2) as sum`);
  expect(rows).toEqual([{ transfers: 1000, entries: 2000, sum: 500_500 }]);
});

test('numbers go on where they were, for a program of before too', async () => {
  const { rows } = await old.query(`
    with input as materialized (select nextval('ledger_transfer_id_seq') as id)
    insert into ledger_transfer (id, company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
      subject_kind, subject_id, posted_at)
    overriding system value
    select id, 1, 'of the version before', 'invoice-paid', 1, 2, 5, 'opening', 1, now() from input returning id::int`);
  expect(rows).toEqual([{ id: 1001 }]);
  await expect(
    old.query(`insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
      subject_kind, subject_id, posted_at) values (2, 'before:7', 'invoice-paid', 1, 2, 5, 'opening', 1, now())`),
  ).rejects.toMatchObject({ code: '23505' });
});

test('old and new installations have the same tables, keys, policies and grants', async () => {
  const schema = `
    select c.relname, c.relkind, c.relacl::text, c.relforcerowsecurity, pg_get_expr(c.relpartbound, c.oid) as bound,
      (select json_agg(row_to_json(a) order by attnum) from (
        select attnum, attname, atttypid::regtype, attnotnull, attidentity, attcollation::regcollation from pg_attribute
        where attrelid = c.oid and attnum > 0) a) as columns,
      (select json_agg(conname || ': ' || pg_get_constraintdef(oid) order by conname) from pg_constraint
        where conrelid = c.oid) as constraints,
      (select json_agg(indexdef order by indexname) from pg_indexes where tablename = c.relname) as indexes,
      (select json_agg(row_to_json(p) order by policyname) from pg_policies p where tablename = c.relname) as policies,
      (select json_agg(pg_get_triggerdef(oid) order by tgname) from pg_trigger
        where tgrelid = c.oid and not tgisinternal) as triggers
    from pg_class c where c.relname ~ '^(ledger_|posted_|month_closing)' and c.relnamespace = 'public'::regnamespace
    order by c.relname`;
  const [was, is] = [(await old.query(schema)).rows, (await fresh.query(schema)).rows];
  expect(is.length).toBeGreaterThan(15);
  expect(was).toEqual(is);
});
