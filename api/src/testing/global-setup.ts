import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { chooseScratchFolder } from '../../../scripts/choose-scratch-folder.ts';
import { widenKeys } from './wires/citus-stand-in.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser connection to the run's own server. */
    testServerUrl: string;
    /** A migrated, empty database from which each test's own one is copied. Nothing connects to it. */
    testTemplate: string;
  }
}

/** One server for the whole run. Its data is thrown away afterwards, so nothing has to be flushed to disk. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const folder = fs.mkdtempSync(path.join(chooseScratchFolder(), 'magistral-test-'));
  // Root runs the server under another account, which must be able to enter the folder.
  fs.chmodSync(folder, 0o755);
  // A server that is stopping may still write.
  const removeFolder = () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // An interrupted run does not call the teardown.
  process.once('exit', removeFolder);
  try {
    const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'pg'), flags: forgetful });
    try {
      const template = 'magistral_template';
      await createEmptyDatabase(server.url, template);
      await migrate(urlOfDatabase(server.url, template));
      // A manual option: runs all tests on the keys that Citus needs (docs/scale.md).
      if (process.env.TEST_KEYS === 'citus') await widenKeys(urlOfDatabase(server.url, template));
      project.provide('testServerUrl', server.url);
      project.provide('testTemplate', template);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return async () => {
      await server.stop();
      removeFolder();
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

const forgetful = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'max_connections=300',
].flatMap((setting) => ['-c', setting]);

async function createEmptyDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}

function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
