import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Db } from '../db/database.ts';

export type TestDatabase = {
  /** Superuser connection to this database only. */
  url: string;
  /** Disconnects all remaining connections and removes the database. */
  drop(): Promise<void>;
};

/**
 * A migrated, empty database of the test's own: about 50 ms. Its files are copied: through the buffers, as by default,
 * it takes three times as long.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnServer(`create database ${name} template ${inject('testTemplate')} strategy file_copy`);
  const url = new URL(inject('testServerUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await waitUntilLeft(name);
      await runOnServer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Inserts three companies, whose ids are 1 to 3. */
export async function insertThreeCompanies(db: Db): Promise<void> {
  await sql`
    insert into company (id, inn, title, legal_form, created_at) overriding system value
    select id, id::text, 'Перевозчик', 'ООО', now() from generate_series(1, 3) id`.execute(db);
}

const MAX_POLLS = 40;
const POLL_MS = 5;

/**
 * Waits for connections that are closing, because one that is ended from the other side meanwhile reports an error to no
 * one. Those that stay open are ended with the database.
 */
async function waitUntilLeft(name: string): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const { rowCount } = await runOnServer(`select from pg_stat_activity where datname = '${name}' limit 1`);
    if (rowCount === 0) return;
    await sleep(POLL_MS);
  }
}

let server: pg.Pool | undefined;

/** Uses one connection for all tests of the worker: opening one takes as long as copying a database. */
async function runOnServer(command: string): Promise<pg.QueryResult> {
  server ??= openServer();
  return server.query(command);
}

function openServer(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: inject('testServerUrl'),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server may end before the worker.
  pool.on('error', () => {});
  return pool;
}
