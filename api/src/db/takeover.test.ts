import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { expectBooksToAgree } from '../testing/expect-books-to-agree.ts';
import { givenCompany } from '../testing/givens/factories.ts';
import { startSilentProxy, type SilentProxy } from '../testing/wires/silent-proxy.ts';
import { connectionsTo } from './connections.ts';
import { DatabaseSilent, isDatabaseAway } from './database-away.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { waitWhileAway } from './wait-while-away.ts';

let database: TestDatabase;
let proxy: SilentProxy;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startSilentProxy(database.url);
  api = await startApi({ databaseUrl: proxy.url, jobs: false });
});

afterAll(async () => {
  await api?.stop();
  await proxy?.stop();
  await database?.drop();
});

test('during a takeover by another machine reads and writes wait without an error', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  const path = `/api/client/${company.id}/accounts`;
  const { token } = company.admin;
  const distribute = (key: string) =>
    api.post(path, { token, json: { accounts: [{ partner_id: 1, sum: 10 }] }, key });
  const turns = Array.from({ length: 10 }, (_, turn) => turn);
  const early = turns.map((turn) => distribute(`early ${turn}`));
  proxy.goAway();
  const late = turns.map((turn) => distribute(`late ${turn}`));
  const reads = turns.map(() => api.get(`/api/client/${company.id}`, { token }));
  // They wait while the proxy refuses connections.
  await expect.poll(() => proxy.refused()).toBeGreaterThan(5);
  proxy.comeBack();
  const answers = await Promise.all([...early, ...late, ...reads]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { body } = await api.get(`/api/client/${company.id}`, { token });
  expect(JSON.stringify(body.data)).toContain('800');
  await expectBooksToAgree(api);
});

test('an error that waiting cannot fix fails at once, and waiting ends', async () => {
  let times = 0;
  const fail = (error: Error) => () => {
    times += 1;
    return Promise.reject(error);
  };
  await expect(waitWhileAway(fail(new Error('wrong')), { hold: 60_000 })).rejects.toThrow('wrong');
  expect(times).toBe(1);
  await expect(waitWhileAway(fail(new DatabaseSilent('away')), { hold: 150 })).rejects.toThrow('away');
  expect(times).toBeGreaterThan(2);
});

test('a commit that no standby has confirmed is not taken for done', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'magistral-takeover-'));
  const flags = ['-c', 'synchronous_standby_names=nobody', '-c', 'synchronous_commit=local'];
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), flags });
  const connections = connectionsTo(postgres.url);
  const client = connections.client({ name: 'alone' });
  const operator = connections.client({ name: 'operator' });
  try {
    await client.connect();
    await operator.connect();
    await client.query('create table note (word text)');
    await client.query("begin; set local synchronous_commit = on; insert into note values ('one')");
    const outcome = client.query('commit').catch((error: unknown) => error);
    // An operator ends the wait. The server warns, and reports that the commit is done.
    const cancel = `select pg_cancel_backend(pid) as told from pg_stat_activity where wait_event = 'SyncRep'`;
    await expect.poll(async () => (await operator.query(cancel)).rows).toEqual([{ told: true }]);
    expect(await outcome).toBeInstanceOf(DatabaseSilent);
    expect(isDatabaseAway(await outcome)).toBe(true);
  } finally {
    await client.end().catch(() => {});
    await operator.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
