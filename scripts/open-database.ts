import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readConfig } from '../api/src/config/config.ts';
import { findRunningPostgres } from '../api/src/db/embedded-postgres.ts';

/**
 * Opens psql in the portal's database: `npm run db`, `npm run db -- -c 'select 1'`. The embedded one has to run
 * (`npm start`): its port is in its folder, and so is the password of its owner, whom no row-level security stops.
 */
const config = readConfig(process.env);
const url = config.databaseUrl ?? findRunningPostgres({ dataDir: path.join(config.dataDir, 'postgres') });
if (url) process.exitCode = openPsql(new URL(url));
else fail(`No database runs in ${config.dataDir}: start the portal first (npm start), or set DATABASE_URL.`);

function openPsql(address: URL): number {
  const password = decodeURIComponent(address.password);
  // The process list shows arguments, so the password is passed by the environment.
  address.password = '';
  const { error, status } = spawnSync('psql', [address.href, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
  });
  if (!error) return status ?? 1;
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return fail(
    'There is no psql on this machine, and npm installs the server alone: install it (Debian: apt-get install postgresql-client, macOS: brew install libpq).',
  );
}

function fail(sentence: string): number {
  console.error(sentence);
  process.exitCode = 1;
  return 1;
}
