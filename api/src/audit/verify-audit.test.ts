import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getOnlyRow, type Db } from '../db/database.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { listUnsealed, readChainEnd } from './audit-chain-store.ts';
import { checkAudit } from './check-audit.ts';
import { sealHash } from './audit-chain.ts';
import { recordEvent } from './record-event.ts';
import { sealEvents } from './seal-events.ts';
import { checkSeals, verifyAudit } from './verify-audit.ts';

let api: TestApi;
let owner: pg.Client;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await api.stop();
});
beforeEach(async () => {
  await tamper(
    `truncate audit_event, audit_seal restart identity`,
    `update audit_chain set place = 0, hash = '', through_id = 0, missing = '[]',
      checked_place = 0, checked_hash = '', checked_through_id = 0, checked_missing = '[]'`,
  );
});

/** Changes the database like an attacker with full access to it. */
async function tamper(...statements: string[]): Promise<void> {
  const tables = ['audit_event', 'audit_seal'];
  for (const table of tables) await owner.query(`alter table ${table} disable trigger user`);
  for (const statement of statements) await owner.query(statement);
  for (const table of tables) await owner.query(`alter table ${table} enable trigger user`);
}

async function record(...names: string[]): Promise<void> {
  for (const name of names)
    await recordEvent(api.ctx.db.system, {
      at: api.clock.now(),
      what: 'letter-chosen',
      targets: [{ kind: 'card', id: 1 }],
      after: { name },
    });
}

/** Returns how many rows of a table this connection has read but not reported yet. */
async function countRowsRead(tx: Db, table: 'audit_event' | 'audit_seal'): Promise<number> {
  const { lines } = await getOnlyRow(
    tx,
    sql<{ lines: number }>`
      select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as lines from pg_stat_xact_user_tables
      where relname = ${table}`,
  );
  return lines;
}

const seal = () => sealEvents(api.ctx.db, api.clock.now());
const problems = async () => (await verifyAudit(api.ctx.db)).problems;

test('an untouched log verifies as sealed, however often it is sealed', async () => {
  await record('a', 'b');
  expect(await seal()).toBe(2);
  expect(await seal()).toBe(0);
  await record('c');
  expect(await seal()).toBe(1);
  expect(await verifyAudit(api.ctx.db)).toMatchObject({ rows: 3, seals: 2, problems: [] });
});

test('sealing reads only the rows of one seal, and none of the log before them', async () => {
  const add = (lines: number) =>
    owner.query(`
      insert into audit_event (at, what, details, targets)
      select now(), 'letter-chosen', '{}', '[]' from generate_series(1, ${lines})`);
  await add(5000);
  expect(await seal()).toBe(5000);
  await owner.query('analyze audit_event');
  await add(5000);
  const read = await api.ctx.db.inSystem(async (tx) => {
    const end = await readChainEnd(tx);
    const before = await countRowsRead(tx, 'audit_event');
    expect(await listUnsealed(tx, end, 1000)).toHaveLength(1000);
    return (await countRowsRead(tx, 'audit_event')) - before;
  });
  expect(read).toBeLessThan(1100);
});

test('no row or seal can be changed, deleted or truncated while the triggers exist', async () => {
  await record('a');
  await seal();
  for (const table of ['audit_event', 'audit_seal']) {
    await expect(owner.query(`delete from ${table}`)).rejects.toThrow(/only grows/);
    await expect(owner.query(`truncate ${table}`)).rejects.toThrow(/only grows/);
  }
});

test.each([
  ['user_id', 'user_id = 7'],
  ['time', `at = at + interval '1 second'`],
  ['values', `after = '{"name": "z"}'`],
  ['targets', `targets = '[]'`],
  ['address', `ip = '10.0.0.1'`],
])('a line whose %s was changed is named', async (_, change) => {
  await record('a', 'b', 'c');
  await seal();
  await tamper(`update audit_event set ${change} where id = 2`);
  expect(await problems()).toEqual(['row 2: has been changed']);
});

test('a line that was removed is named', async () => {
  await record('a', 'b', 'c');
  await seal();
  await tamper('delete from audit_event where id = 3');
  expect(await problems()).toEqual(['row 3: is gone']);
});

test('a row inserted among sealed ones is reported, also one with an old date', async () => {
  await record('a', 'b', 'c');
  await seal();
  await tamper('delete from audit_event where id = 2');
  api.clock.advanceSeconds(49 * 3600);
  await record('d');
  await seal();
  await owner.query(`insert into audit_event (id, at, what) overriding system value values (-1, now(), 'x')`);
  expect(await problems()).toEqual(['row 2: is gone', 'row -1: was put in after its neighbours were sealed']);
  await owner.query(`insert into audit_event (id, at, what) overriding system value values (2, now(), 'x')`);
  expect((await problems())[0]).toBe('row 2: has been changed');
  await owner.query(`insert into audit_event (at, what) values ('2020-01-01', 'x')`);
  await seal();
  expect((await problems()).join()).toMatch(/row 5: tells of 2020-01-01.* and came after/);
});

test('a row that takes an unused number is reported once that number is given up', async () => {
  await record('a');
  await owner.query(`select nextval(pg_get_serial_sequence('audit_event', 'id'))`);
  await record('c');
  await seal();
  api.clock.advanceSeconds(2 * 3600);
  await record('d');
  await seal();
  await owner.query(`insert into audit_event (id, at, what) overriding system value values (2, now(), 'x')`);
  expect(await seal()).toBe(0);
  expect(await problems()).toEqual(['row 2: was put in after its neighbours were sealed']);
});

test('a row of a transaction that ends late is sealed late, and nothing waits for it', async () => {
  await record('a');
  const other = new pg.Client(api.databaseUrl);
  await other.connect();
  await other.query('begin');
  await other.query(`insert into audit_event (at, what) values (now(), 'late')`);
  await record('c');
  expect(await seal()).toBe(2);
  expect(await problems()).toEqual([]);
  await other.query('commit');
  await other.end();
  expect(await problems()).toEqual([]);
  expect(await seal()).toBe(1);
  expect(await verifyAudit(api.ctx.db)).toMatchObject({ rows: 3, problems: [] });
});

test('a seal that was changed, left out or cut off the end is named', async () => {
  for (const name of ['a', 'b', 'c', 'd']) {
    await record(name);
    await seal();
  }
  const { end } = await verifyAudit(api.ctx.db);
  await tamper(`update audit_seal set ids = '{9}' where place = 2`);
  expect(await problems()).toContain('seal 2: has been changed');
  await tamper(`update audit_seal set ids = '{2}' where place = 2`, 'delete from audit_seal where place = 3');
  expect(await problems()).toContain('seal 4: seal 3 is missing before it');
  await tamper('delete from audit_seal where place > 2', 'delete from audit_event where id > 2');
  expect(await problems()).toContain('the chain ends at seal 2, not at 4');
  // Cutting the end of the chain along with the log is detected by an end that was seen before.
  await tamper(
    `update audit_chain set place = 2, through_id = 2, hash = (select hash from audit_seal where place = 2)`,
  );
  expect(await problems()).toEqual([]);
  const report = await verifyAudit(api.ctx.db, { expected: end });
  expect(report.problems).toEqual(['seal 4: is not the one that was expected']);
});

test('the nightly check reads only the rows and seals that came since the last one', async () => {
  const [ids, hashes] = [[1], Buffer.alloc(32)];
  const sealedAt = api.clock.now();
  const last = { place: 5000, sealedAt, ids, hashes, previousHash: Buffer.alloc(32) };
  const hash = sealHash(last);
  await owner.query(
    `insert into audit_event (at, what, details, targets)
      select now(), 'letter-chosen', '{}', '[]' from generate_series(1, 5000)`,
  );
  await owner.query(
    `insert into audit_seal (place, sealed_at, ids, hashes, previous_hash, hash)
      select place, $1, array[place], $2, $3, $4 from generate_series(1, 5000) place`,
    [sealedAt, hashes, last.previousHash, hash],
  );
  await tamper(`update audit_seal set ids = '{1}' where place = 5000`);
  await owner.query(
    `update audit_chain set place = 5000, hash = $1, through_id = 5000,
      checked_place = 5000, checked_hash = $1, checked_through_id = 5000`,
    [hash],
  );
  await record('a', 'b');
  await seal();
  await owner.query('analyze audit_event, audit_seal');
  const { report, read } = await api.ctx.db.inSystem(async (tx) => {
    const count = async () => [await countRowsRead(tx, 'audit_event'), await countRowsRead(tx, 'audit_seal')];
    const before = await count();
    const found = await checkSeals(tx, { onlyNew: true });
    return { report: found, read: (await count()).map((rowsRead, table) => rowsRead - (before[table] ?? 0)) };
  });
  expect(report).toMatchObject({ rows: 2, seals: 1, problems: [] });
  for (const rowsRead of read) expect(rowsRead).toBeLessThan(20);
});

test('the nightly check names a row put in since the last one and a resealed chain', async () => {
  await record('a');
  await owner.query(`select nextval(pg_get_serial_sequence('audit_event', 'id'))`);
  await record('c');
  expect(await checkAudit(api.ctx)).toEqual([]);
  // The number that was missing comes late, and a later night checks it as well.
  await owner.query(`insert into audit_event (id, at, what) overriding system value values (2, $1, 'x')`, [
    api.clock.now(),
  ]);
  await record('d');
  expect(await checkAudit(api.ctx)).toEqual([]);
  await owner.query(`select nextval(pg_get_serial_sequence('audit_event', 'id'))`);
  await record('f');
  await seal();
  api.clock.advanceSeconds(2 * 3600);
  await record('g');
  await seal();
  await owner.query(`insert into audit_event (id, at, what) overriding system value values (5, now(), 'x')`);
  expect(await checkAudit(api.ctx)).toEqual(['row 5: was put in after its neighbours were sealed']);
  await tamper('delete from audit_event where id = 5');
  expect(await checkAudit(api.ctx)).toEqual([]);
  await tamper(
    'delete from audit_seal',
    `update audit_chain set place = 0, hash = '', through_id = 0, missing = '[]'`,
  );
  await seal();
  const resealed = 'seal 4: is not the one that the last check has seen';
  expect(await checkAudit(api.ctx)).toContain(resealed);
  expect(await problems()).toContain(resealed);
});
