import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../api/src/db/embedded-postgres.ts';
import { freePort } from '../../api/src/testing/program.ts';
import { endWithParent } from '../../scripts/end-with-parent.ts';

export interface BenchServer {
  port: number;
  /** Another process on the same database, as behind a proxy that spreads connections. */
  otherPort: number;
  /** Process id of the server only, without the database. */
  pid: number;
  databaseUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts the product on its own PostgreSQL (fsync and synchronous commit on), with the simulated networks: two processes,
 * or one. `keepsLog` for measurements of commits; `checkout` for another version than this one.
 */
export async function startServer(
  options: { storesLog?: boolean; processes?: 1 | 2; checkout?: string | undefined } = {},
): Promise<BenchServer> {
  const { storesLog: presizesWal = false, processes = 2, checkout = HERE } = options;
  const folder = mkdtempSync(path.join(tmpdir(), 'magistral-bench-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    flags: presizesWal ? WAL_SETTINGS : [],
  });
  const started: Process[] = [];
  const stop = async (): Promise<void> => {
    for (const process of started) await process.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    if (presizesWal) await fillLog(postgres.url);
    // One after the other: the first one prepares the database.
    for (let count = 0; count < processes; count += 1)
      started.push(await startProcess({ databaseUrl: postgres.url, folder, checkout }));
  } catch (error) {
    await stop();
    throw error;
  }
  const [one, other = one] = started as [Process, Process?];
  return { port: one.port, otherPort: other.port, pid: one.pid, databaseUrl: postgres.url, stop };
}

/**
 * A server that has run for a day reuses the files of its log. A fresh one creates a file for every 16 MB, and everyone
 * who commits waits for that, up to a fifth of a second, which is not part of a movement's cost.
 */
const WAL_SETTINGS = ['-c', 'min_wal_size=2GB', '-c', 'max_wal_size=4GB'];
const LOG_MEGABYTES = 1500;

async function fillLog(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (let count = 0; count < LOG_MEGABYTES; count += 1) {
    await client.query("select pg_logical_emit_message(false, 'bench', repeat('x', 1048576))");
  }
  // Log files from before a checkpoint may be reused.
  await client.query('checkpoint');
  await client.end();
}

interface Process {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

const HERE = fileURLToPath(new URL('../..', import.meta.url));

async function startProcess(about: {
  databaseUrl: string;
  folder: string;
  checkout: string;
}): Promise<Process> {
  const { databaseUrl, folder, checkout } = about;
  const port = await freePort();
  const main = path.join(checkout, 'api/src/main.ts');
  const server = spawn(process.execPath, [...(process.env.SERVER_FLAGS?.split(' ') ?? []), main], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DEMO: '1',
      PORT: String(port),
      DATA_DIR: folder,
      // As in production. Replies are checked only in tests.
      CHECK_REPLIES: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  endWithParent(server);
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  };
  try {
    await waitUntilReady(port, () => server.exitCode !== null);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, pid: server.pid as number, stop };
}

async function waitUntilReady(port: number, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 3000 && !hasEnded(); attempt += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server did not get ready');
}
