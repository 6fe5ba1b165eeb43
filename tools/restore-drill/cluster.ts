import { execFileSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { giveToAccount, toSpawnOptions, type Account } from '../../api/src/db/postgres-account.ts';
import { launch } from '../../api/src/db/postgres-process.ts';
import { endServer } from '../../api/src/db/end-server.ts';

/** PostgreSQL's programs, and the account that may run them. */
export interface Programs {
  /** The folder that `bin` is in. */
  folder: string;
  account: Account;
  /** Output of `postgres --version`. */
  version: string;
}

/** Folders and port of one cluster. */
export interface Place {
  dataDir: string;
  /** Folder of its Unix socket, through which a backup program of the same account connects without a password. */
  socketDir: string;
  port: number;
}

export interface Cluster extends Place {
  url: string;
  /** Simulates a power cut: processes write nothing more, and close no connection. */
  lose(): Promise<void>;
  stop(): Promise<void>;
}

const SUPERUSER = 'magistral';
const DATABASE = 'magistral';

/** A folder that PostgreSQL's account owns. */
export function makeFolder(programs: Programs, folder: string): string {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveToAccount(programs.account, folder);
  return folder;
}

/** Runs a program as PostgreSQL's account, and returns what it printed. */
export function runAs({ account }: Programs, program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, {
      ...(toSpawnOptions(account) as object),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${path.basename(program)} ${args.join(' ')} failed:\n${stdout}${stderr}`, {
      cause: error,
    });
  }
}

/** An empty cluster like the embedded one (api/src/db/embedded-postgres.ts); returns its superuser's password. */
export function createCluster(programs: Programs, dataDir: string): string {
  makeFolder(programs, path.dirname(dataDir));
  const password = randomBytes(24).toString('base64url');
  const file = `${dataDir}.password`;
  fs.writeFileSync(file, password, { mode: 0o600 });
  giveToAccount(programs.account, file);
  const access = ['-U', SUPERUSER, '--auth-host=scram-sha-256', '--auth-local=trust', `--pwfile=${file}`];
  const language = ['--locale-provider=icu', '--icu-locale=ru-RU', '--locale=C', '--lc-ctype=C.UTF-8'];
  const rest = ['-D', dataDir, '--encoding=UTF8', '--data-checksums', '--no-instructions'];
  runAs(programs, path.join(programs.folder, 'bin/initdb'), [...access, ...language, ...rest]);
  fs.rmSync(file);
  return password;
}

export async function startCluster(
  programs: Programs,
  place: Place,
  given: { password: string; settings: Readonly<Record<string, string>> },
): Promise<Cluster> {
  const input = { unix_socket_directories: place.socketDir, max_connections: '200', ...given.settings };
  const flags = Object.entries(input).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const options = { dataDir: place.dataDir, port: place.port, flags };
  const { server } = await launch(programs.folder, place.dataDir, programs.account, options, () => {});
  const url = `postgres://${SUPERUSER}:${given.password}@127.0.0.1:${place.port}/${DATABASE}`;
  await createDatabase(url.replace(new RegExp(`/${DATABASE}$`), '/postgres'));
  return {
    ...place,
    url,
    lose: () => cutPower(server, place.dataDir),
    stop: () => endServer(server),
  };
}

async function cutPower(server: ChildProcess, dataDir: string): Promise<void> {
  const [pid = ''] = fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  const ended = waitForEnd(server);
  // The children notice within moments that their parent is gone.
  process.kill(Number(pid), 'SIGKILL');
  await ended;
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function waitForEnd(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => server.once('exit', () => resolve()));
}

async function createDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
