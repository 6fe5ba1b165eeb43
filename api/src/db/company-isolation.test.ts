import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { mintCompanyScope } from './company-scope.ts';
import { openDatabase, rows, type Database } from './database.ts';

/**
 * Tests the second layer of isolation alone. Every statement here omits the first one, `company_id = scope.companyId`,
 * as a careless query would. Each isolated table contains one row of each company, made by filling its columns with any
 * values. The database is this test's own, so its checks and foreign keys are removed first.
 */
let ownDatabase: TestDatabase;
let database: Database;
let walled: IsolatedTable[];

interface IsolatedTable {
  name: string;
  /** Column that names the row's owner. */
  owner: string;
  may: { select: boolean; insert: boolean; update: boolean; delete: boolean };
}

const OURS = 11;
const THEIRS = 22;
const us = mintCompanyScope(OURS);

beforeAll(async () => {
  ownDatabase = await createTestDatabase();
  const owner = new pg.Client(ownDatabase.url);
  await owner.connect();
  walled = await listIsolatedTables(owner);
  await takeOffChecks(owner);
  for (const table of walled) await fill(owner, table);
  await owner.end();
  database = openDatabase(ownDatabase.url);
});

afterAll(async () => {
  await database.close();
  await ownDatabase.drop();
});

async function listIsolatedTables(owner: pg.Client): Promise<IsolatedTable[]> {
  const found = await owner.query(`
    select c.relname as name, case when c.relname = 'company' then 'id' else 'company_id' end as owner,
      json_build_object(
        'select', has_table_privilege('magistral_app', c.oid, 'select'),
        'insert', has_table_privilege('magistral_app', c.oid, 'insert'),
        'update', has_table_privilege('magistral_app', c.oid, 'update'),
        'delete', has_table_privilege('magistral_app', c.oid, 'delete')) as may
    from pg_class c where c.relrowsecurity and c.relnamespace = 'public'::regnamespace and not c.relispartition
    order by c.relname`);
  return found.rows;
}

async function takeOffChecks(owner: pg.Client): Promise<void> {
  const found = await owner.query(`
    select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as statement
    from pg_constraint where contype in ('c', 'f', 'u') and connamespace = 'public'::regnamespace and coninhcount = 0`);
  for (const { statement } of found.rows) await owner.query(statement);
  const unique = await owner.query(`
    select format('drop index %s', indexrelid::regclass) as statement
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and not indisprimary and relnamespace = 'public'::regnamespace`);
  for (const { statement } of unique.rows) await owner.query(statement);
  // A refusal by a trigger proves nothing about the isolation, and a trigger that writes into another table leaves a
  // row there.
  for (const { name } of walled) await owner.query(`alter table ${name} disable trigger user`);
}

const ANY_VALUE: Record<string, string> = {
  jsonb: `'{}'`,
  json: `'{}'`,
  ARRAY: `'{}'`,
  boolean: 'false',
  uuid: 'gen_random_uuid()',
  date: `'2026-09-15'`,
  'timestamp with time zone': 'now()',
};

async function fill(owner: pg.Client, table: IsolatedTable): Promise<void> {
  const columns = await owner.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and column_name <> $2
       and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`,
    [table.name, table.owner],
  );
  for (const companyId of [OURS, THEIRS]) {
    const names = [table.owner, ...columns.rows.map((column) => column.name)];
    const own: Record<string, string> = { bytea: `'\\x${String(companyId).padStart(20, '0')}'` };
    const values = [
      companyId,
      ...columns.rows.map(({ type }) => ANY_VALUE[type] ?? own[type] ?? String(companyId)),
    ];
    await owner.query(
      `insert into ${table.name} (${names.join(', ')}) overriding system value values (${values.join(', ')})`,
    );
  }
}

/** Runs a statement without the company's condition under row-level security, and rolls it back. */
async function runUnscoped(statement: string): Promise<{ rows: unknown[]; error: string | null }> {
  const outcome = { rows: [] as unknown[], error: null as string | null };
  const undo = new Error('undo');
  await database
    .inCompany(us, async (tx) => {
      try {
        outcome.rows = await rows(tx, sql.raw(statement));
      } catch (error) {
        outcome.error = (error as Error).message;
      }
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return outcome;
}

describe('a query that forgets whose rows it wants', () => {
  test('every table with company rows has row-level security or is out of reach', async () => {
    const open = await rows(
      database.system,
      sql<{ name: string }>`
        select distinct c.relname as name from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relforcerowsecurity
          and has_table_privilege('magistral_app', c.oid, 'select')`,
    );
    expect(open).toEqual([]);
    expect(walled.map((table) => table.name)).toEqual(
      expect.arrayContaining([
        'card',
        'card_change',
        'company',
        'distribution',
        'driver',
        'ledger_account',
        'ledger_entry',
        'ledger_transfer',
        'operation',
      ]),
    );
  });

  test('a query without a company filter reaches no part past its table', async () => {
    const parts = await rows(
      database.system,
      sql<{ name: string; forced: boolean; reached: boolean; written: boolean }>`
        select c.relname as name, c.relforcerowsecurity as forced, bool_or(
            has_table_privilege(role, c.oid, 'select') and (role <> 'magistral_system' or c.relname not like '%stray')) as reached,
          bool_or(has_table_privilege(role, c.oid, 'insert, update, delete, truncate')) as written
        from pg_class c, unnest(array['magistral_app', 'magistral_system', 'magistral_posting']) role
        where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.oid`,
    );
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts)
      expect(part, part.name).toMatchObject({ forced: true, reached: false, written: false });
  });

  test('a company reads its own rows of every table and no others', async () => {
    for (const table of walled.filter(({ may }) => may.select)) {
      const seen = await runUnscoped(`select ${table.owner} as owner from ${table.name}`);
      expect(seen, table.name).toEqual({ rows: [{ owner: OURS }], error: null });
      const requested = await runUnscoped(`select 1 from ${table.name} where ${table.owner} = ${THEIRS}`);
      expect(requested, table.name).toEqual({ rows: [], error: null });
    }
  });

  test('a query without a company filter changes no other company’s row', async () => {
    for (const table of walled.filter(({ may, owner }) => may.update && owner === 'company_id')) {
      const seen = await runUnscoped(
        `update ${table.name} set ${table.owner} = ${table.owner} returning ${table.owner} as owner`,
      );
      expect(seen, table.name).toEqual({ rows: [{ owner: OURS }], error: null });
    }
    // Its key is whose row it is, and can't be set at all.
    expect(await runUnscoped(`update company set title = 'чужое' returning id`)).toEqual({
      rows: [{ id: OURS }],
      error: null,
    });
    for (const table of walled.filter(({ may }) => may.delete)) {
      const seen = await runUnscoped(`delete from ${table.name} returning ${table.owner} as owner`);
      expect(seen, table.name).toEqual({ rows: [{ owner: OURS }], error: null });
    }
  });

  test('a query without a company filter writes no foreign row and gives none away', async () => {
    for (const table of walled.filter(({ may }) => may.insert)) {
      const seen = await runUnscoped(`insert into ${table.name} (${table.owner}) values (${THEIRS})`);
      expect(seen.error, table.name).toMatch(/row-level security/);
    }
    for (const table of walled.filter(({ may, owner }) => may.update && owner === 'company_id')) {
      const seen = await runUnscoped(`update ${table.name} set company_id = ${THEIRS}`);
      expect(seen.error, table.name).toMatch(/row-level security/);
    }
  });

  test('a query without a company sees nothing', async () => {
    for (const table of walled.filter(({ may }) => may.select)) {
      const seen = await database.inSystem(async (tx) => {
        await sql`set local role magistral_app`.execute(tx);
        return rows(tx, sql.raw(`select 1 from ${table.name}`));
      });
      expect(seen, table.name).toEqual([]);
    }
  });
});
