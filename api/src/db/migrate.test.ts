import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { isMigrated, migrate } from './migrate.ts';

const LOCK_TIMEOUT_MS = 150;

let database: TestDatabase;
let folder: string;
let clients: pg.Client[];
let logged: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'magistral-migrations-'));
  clients = [];
  logged = [];
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.end().catch(() => {})));
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function connect(options?: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, ...options });
  client.on('error', () => {});
  await client.connect();
  clients.push(client);
  return client;
}

function given(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

function run(tries = 100): Promise<void> {
  return migrate(database.url, {
    folder: pathToFileURL(`${folder}/`),
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    tries,
    pauseMs: 50,
    log: (sentence) => logged.push(sentence),
  });
}

async function countApplied(name: string): Promise<number> {
  const { rows } = await (
    await connect()
  ).query('select count(*)::int as count from migration where name = $1', [name]);
  return rows[0].count;
}

/** A transaction that has read and written the table, and goes on. */
async function givenHolder(statement = 'lock table carrier in row exclusive mode'): Promise<pg.Client> {
  const holder = await connect();
  await holder.query('begin');
  await holder.query(statement);
  return holder;
}

describe('a migration of a table that is in use', () => {
  test('a migration of a table in use waits briefly and retries, others go on', async () => {
    given('900-note.sql', 'alter table carrier add column note text;');
    const holder = await givenHolder();
    const ended = run();
    // Behind a migration that waits without end, each of these would wait as long as the holder works.
    const other = await connect({ statement_timeout: 30_000 });
    let phone = 79001000000;
    while (logged.length < 2) {
      await other.query('insert into carrier (phone) values ($1)', [String((phone += 1))]);
      await other.query('select count(*) from carrier');
    }
    expect(logged[0]).toMatch(
      /900-note.sql did not get its lock within 150 ms \(1 of 100 tries\).*process \d+/,
    );
    expect(await countApplied('900-note.sql')).toBe(0);
    await holder.query('commit');
    await ended;
    expect((await other.query('select note from carrier limit 1')).rows).toEqual([{ note: null }]);
  });

  test('a migration gives up after its tries with a sentence, and leaves nothing', async () => {
    given('900-note.sql', 'create table begun (id int); alter table carrier add column note text;');
    const holder = await givenHolder();
    await expect(run(2)).rejects.toThrow(/2 of 2 tries.*Nothing was changed: end what holds it and start/);
    await holder.query('commit');
    expect((await holder.query(`select to_regclass('begun') as begun`)).rows).toEqual([{ begun: null }]);
    await run(2);
    expect(await countApplied('900-note.sql')).toBe(1);
  });
});

test('migrations are applied in the order of their numbers, also past 999', async () => {
  given('1000-lines.sql', 'alter table note add column line text;');
  given('999-note.sql', 'create table note (id int);');
  await run();
  expect(await countApplied('1000-lines.sql')).toBe(1);
});

describe('an index that is built outside a transaction', () => {
  const TEXT =
    '-- outside a transaction\ncreate index concurrently carrier_tail on carrier (right(phone, 4));\n';

  /** Returns true for a valid index, false for an invalid (half built) one, null where there is none. */
  async function stateOfIndex(): Promise<boolean | null> {
    const { rows } = await clients[0]!.query(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('carrier_tail')`,
    );
    return rows[0]?.valid ?? null;
  }

  async function pidOfBuild(): Promise<number | undefined> {
    const { rows } = await clients[0]!.query(
      `select pid from pg_stat_activity where datname = current_database() and query like '%index concurrently%' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.pid;
  }

  test('an index is built again when the process that built it died half-way', async () => {
    given('900-tail.sql', TEXT);
    const holder = await givenHolder(`insert into carrier (phone) values ('79001234567')`);
    const died = expect(run()).rejects.toThrow();
    await connect();
    clients.unshift(clients.pop() as pg.Client);
    await expect.poll(stateOfIndex).toBe(false);
    await clients[0]!.query('select pg_terminate_backend($1)', [await pidOfBuild()]);
    await died;
    await holder.query('commit');
    expect([await stateOfIndex(), await countApplied('900-tail.sql')]).toEqual([false, 0]);
    await run();
    expect([await stateOfIndex(), await countApplied('900-tail.sql')]).toEqual([true, 1]);
  });

  test('a migration that finished without its record is only recorded', async () => {
    given('900-tail.sql', TEXT);
    const owner = await connect();
    await owner.query(`create index carrier_tail on carrier (right(phone, 4))`);
    const before = await owner.query(`select to_regclass('carrier_tail')::oid as id`);
    await run();
    const after = await owner.query(`select to_regclass('carrier_tail')::oid as id`);
    expect([after.rows, await countApplied('900-tail.sql')]).toEqual([before.rows, 1]);
  });

  test('an index is built while a second process waits for its turn, and both end', async () => {
    given('900-tail.sql', TEXT);
    given(
      '901-gone.sql',
      '-- outside a transaction\ndrop index concurrently if exists carrier_tail_of_old;\n',
    );
    const owner = await connect();
    const holder = await givenHolder(`insert into carrier (phone) values ('79001234567')`);
    const first = run();
    await expect.poll(stateOfIndex).toBe(false);
    const second = run();
    const requested = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await owner.query(requested)).rows[0].count).toBe(1);
    await holder.query('commit');
    await Promise.all([first, second]);
    expect([
      await stateOfIndex(),
      await countApplied('900-tail.sql'),
      await countApplied('901-gone.sql'),
    ]).toEqual([true, 1, 1]);
  });

  test('an index with other statements in its file is refused', async () => {
    given('900-tail.sql', `${TEXT}update carrier set phone = phone;`);
    await expect(run()).rejects.toThrow(/900-tail.sql: outside a transaction a file holds one statement/);
  });
});

test('an old program on a newer schema is ready, a newer one on an old schema is not', async () => {
  const owner = await connect();
  await owner.query(`insert into migration (name, sha256) values ('999-of-a-newer-one.sql', '')`);
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  expect(await isMigrated(pool)).toBe(true);
  // The newer one's count of migrations would do.
  await owner.query(`delete from migration where name = '300-feed-read-at.sql'`);
  expect(await isMigrated(pool)).toBe(false);
  await pool.end();
});
