import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = {
  /** Superuser connection to this database only. */
  url: string;
  /** Disconnects all remaining connections and removes the database. */
  drop(): Promise<void>;
};

/** A migrated, empty database of the test's own: about 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnServer(`create database ${name} template ${inject('testTemplate')}`);
  const url = new URL(inject('testServerUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnServer(`drop database if exists ${name} with (force)`) };
}

async function runOnServer(command: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServerUrl') });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}
