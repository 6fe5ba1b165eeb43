import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getOnlyRow, type Db } from '../db/database.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { listUnsealed, readChainEnd } from './audit-chain-store.ts';
import { recordEvent } from './record-event.ts';
import { sealEvents } from './seal-events.ts';
import { verifyAudit } from './verify-audit.ts';

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
    `update audit_chain set place = 0, hash = '', through_id = 0, missing = '[]', checked_place = 0`,
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

/** Returns how many lines of the log this connection has read but not reported yet. */
async function countLinesRead(tx: Db): Promise<number> {
  const { lines } = await getOnlyRow(
    tx,
    sql<{ lines: number }>`
      select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as lines from pg_stat_xact_user_tables
      where relname = 'audit_event'`,
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
    const before = await countLinesRead(tx);
    expect(await listUnsealed(tx, end, 1000)).toHaveLength(1000);
    return (await countLinesRead(tx)) - before;
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
