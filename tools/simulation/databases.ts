import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../api/src/db/embedded-postgres.ts';
import { migrate } from '../../api/src/db/migrate.ts';
import { chooseScratchFolder } from '../../scripts/choose-scratch-folder.ts';

/** A PostgreSQL of the run's own, and empty migrated databases on it, about 50 ms each. */
export interface Databases {
  fresh(): Promise<{ url: string; drop(): Promise<void> }>;
  stop(): Promise<void>;
}

const UNSAFE_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=100',
];
const TEMPLATE = 'magistral_template';

export async function openDatabases(): Promise<Databases> {
  const folder = fs.mkdtempSync(path.join(chooseScratchFolder(), 'magistral-simulation-'));
  // Root runs the server under another account, which must be able to enter the folder.
  fs.chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'pg');
  const flags = [...UNSAFE_SETTINGS.flatMap((setting) => ['-c', setting]), '-k', dataDir];
  const server = await startEmbeddedPostgres({ dataDir, flags });
  const runCommand = async (command: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      await client.query(command);
    } finally {
      await client.end();
    }
  };
  // A message through a socket of the file system costs half of one through the network's.
  const getUrl = (name: string): string =>
    Object.assign(new URL(server.url), {
      pathname: `/${name}`,
      search: `host=${encodeURIComponent(dataDir)}`,
    }).href;
  await runCommand(`create database ${TEMPLATE}`);
  await migrate(getUrl(TEMPLATE));
  let serial = 0;
  return {
    async fresh() {
      serial += 1;
      const name = `simulation_${serial}`;
      await runCommand(`create database ${name} template ${TEMPLATE}`);
      return { url: getUrl(name), drop: () => runCommand(`drop database if exists ${name} with (force)`) };
    },
    async stop() {
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
