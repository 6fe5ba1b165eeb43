import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {
  canEnter,
  chooseAccount,
  giveToAccount,
  makeOpenFolder,
  toSpawnOptions,
  systemFolder,
  type Account,
} from './postgres-account.ts';
import { superviseServer } from './supervise-server.ts';
import { placeBinaries } from './postgres-binaries.ts';
import { isAlive, isServerIn, readIfPresent, waitForPreviousServer } from './postgres-lock.ts';
import { type EmbeddedPostgresOptions, launch } from './postgres-process.ts';
import { endServer } from './end-server.ts';

const superuser = 'magistral';
const database = 'magistral';

export type EmbeddedPostgres = {
  /** Superuser connection to the database `magistral`, with its password: never to be logged. */
  url: string;
  /** Disconnects all clients and shuts down cleanly; may be called twice. */
  stop: () => Promise<void>;
};

/**
 * Starts the PostgreSQL that npm installed, listening on 127.0.0.1 only. The package's own start-up code is not used:
 * as root it needs an account on the host, and a killed parent leaves its server running. Here root runs the server as
 * an unprivileged account, and the server always ends with this process, however the process ends. Throws a sentence
 * that instructs the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const account = chooseAccount(path.resolve(options.dataDir));
  const binaries = placeBinaries(account);
  const dataDir = placeData(path.resolve(options.dataDir), account);
  log(`database in ${dataDir}, run by ${account.name}`);
  requireOwnData(dataDir);

  if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) await createCluster(binaries, dataDir, account);
  requireSameMajor(binaries, dataDir);
  await waitForPreviousServer(dataDir);

  const { server, port } = await launch(binaries, dataDir, account, options, log);
  const startAgain = async (): Promise<ChildProcess> => {
    await waitForPreviousServer(dataDir);
    return (await launch(binaries, dataDir, account, { ...options, port }, log)).server;
  };
  const stop = options.news ? superviseServer(server, startAgain, options.news) : () => endServer(server);
  try {
    const password = fs.readFileSync(passwordFile(dataDir), 'utf8').trim();
    await createDatabase(connectionUrl(port, password, 'postgres'));
    return { url: connectionUrl(port, password, database), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Returns the connection to the database that another process on this machine runs in `dataDir`; null when none
 * runs. Needs only the right to read the folder, and changes nothing there.
 */
export function findRunningPostgres({ dataDir }: Pick<EmbeddedPostgresOptions, 'dataDir'>): string | null {
  const requested = path.resolve(dataDir);
  const folder = fs.existsSync(requested) ? requested : systemPlace(requested);
  const [pid, , , port] = (readIfPresent(path.join(folder, 'postmaster.pid')) ?? '').split('\n');
  const isRunning = Number(pid) > 0 && isAlive(Number(pid)) && isServerIn(Number(pid), folder);
  if (!isRunning || !port) return null;
  return connectionUrl(Number(port), fs.readFileSync(passwordFile(folder), 'utf8').trim(), database);
}

/** Returns where the data really lies: the asked folder, or a system folder when the account cannot reach it. */
function placeData(args: string, account: Account): string {
  fs.mkdirSync(path.dirname(args), { recursive: true });
  if (canEnter(path.dirname(args), account)) return args;
  makeOpenFolder(systemFolder);
  return systemPlace(args);
}

function systemPlace(args: string): string {
  const name = createHash('sha256').update(args).digest('hex').slice(0, 16);
  return path.join(systemFolder, `data-${name}`);
}

function requireOwnData(dataDir: string): void {
  if (!fs.existsSync(dataDir)) return;
  try {
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch {
    throw new Error(
      `${dataDir} belongs to another account: start the portal with the account that made it, or set another DATA_DIR.`,
    );
  }
}

/**
 * Creates the cluster next to its final place and moves it there when it is complete, so that a start killed halfway
 * leaves nothing that looks like a database. Sorting uses ICU's Russian rules. Letters are classified by C.UTF-8,
 * because with plain C pg_trgm does not recognise Cyrillic letters.
 */
async function createCluster(binaries: string, dataDir: string, account: Account): Promise<void> {
  if (fs.existsSync(dataDir) && fs.readdirSync(dataDir).length > 0) {
    throw new Error(
      `${dataDir} holds files but no database: name an empty folder for the database, or empty this one.`,
    );
  }
  const workshop = fs.mkdtempSync(`${dataDir}.new-`);
  try {
    const cluster = path.join(workshop, 'cluster');
    const password = path.join(workshop, 'password');
    fs.writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
    for (const entry of [workshop, password]) giveToAccount(account, entry);
    const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
    const access = ['-U', superuser, '--auth=scram-sha-256', `--pwfile=${password}`];
    const language = ['--locale-provider=icu', '--icu-locale=ru-RU', '--locale=C', `--lc-ctype=${ctype}`];
    // The password is 192 random bits. Hashing it 4096 times, as by default, protects nothing and delays each connection.
    const hashing = ['--set', 'scram_iterations=1'];
    const rest = ['-D', cluster, '--encoding=UTF8', '--data-checksums', '--no-instructions'];
    await run(path.join(binaries, 'bin/initdb'), account, access.concat(language, hashing, rest));
    fs.renameSync(password, passwordFile(cluster));
    fs.renameSync(cluster, dataDir);
  } finally {
    fs.rmSync(workshop, { recursive: true, force: true });
  }
}

function passwordFile(dataDir: string): string {
  return path.join(dataDir, 'superuser-password');
}

function run(program: string, account: Account, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...toSpawnOptions(account), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(program)} ended with ${code}:\n${output}`)),
    );
  });
}

function requireSameMajor(binaries: string, dataDir: string): void {
  const data = fs.readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim();
  const version = execFileSync(path.join(binaries, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  const program = /(\d+)\./.exec(version)?.[1];
  if (program === data) return;
  throw new Error(
    `${dataDir} was made by PostgreSQL ${data}, this is ${program}: move the data over with pg_dump of that version, or name another folder.`,
  );
}

function connectionUrl(port: number, password: string, name: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`;
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
