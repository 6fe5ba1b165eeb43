import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { isOutsideTransaction, readConcurrentIndex } from './index-migration.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Two processes that start together take turns. */
const LOCK = 7_240_601;
const TURN_PAUSE_MS = 250;
/**
 * Within a minute the server notices that a process has vanished without closing its connection, which would otherwise
 * block its turn.
 */
const KEEPALIVE_OPTIONS = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/** Defines how a migration waits for a table that is in use. Tests use shorter times. */
export interface MigrationOptions {
  folder: URL;
  /** Maximum wait for one lock. All later statements on the table wait as long. */
  lockTimeoutMs: number;
  tries: number;
  /** Pause between two attempts, in which the statements that queued behind this one go first. */
  pauseMs: number;
  log(sentence: string): void;
}

/** Five minutes in all: longer than any request, report or backup of one table should hold a lock. */
const HABITS: MigrationOptions = {
  folder: FOLDER,
  lockTimeoutMs: 2000,
  tries: 60,
  pauseMs: 3000,
  log: (sentence) => void process.stderr.write(`${sentence}\n`),
};

/**
 * Brings a database up to date while other processes go on using it. First the queue's own schema, then
 * `migrations/*.sql` in the order of their names. Each has a transaction of its own or, when its first line requires
 * it, runs outside any (docs/operations/upgrade.md). Refuses a migration that was edited after it was applied.
 */
export async function migrate(url: string, habits: Partial<MigrationOptions> = {}): Promise<void> {
  const all = { ...HABITS, ...habits };
  const options = `-c statement_timeout=0 -c lock_timeout=${all.lockTimeoutMs} ${KEEPALIVE_OPTIONS}`;
  const client = new pg.Client({ connectionString: url, options, keepAlive: true });
  // A connection that breaks fails the statement that it runs, or the next one.
  client.on('error', () => {});
  await client.connect();
  try {
    await takeTurn(client);
    await withRetries(client, 'the queue’s own schema', all, () => migrateQueue(url, all));
    await applyPending(client, all);
  } finally {
    await client.end().catch(() => {});
  }
}

/** True when every migration of this program has been applied; a newer program may have applied more. */
export async function isMigrated(db: pg.Pool): Promise<boolean> {
  const names = await migrationNames(FOLDER);
  const applied = await db.query('select count(*)::int as count from migration where name = any($1)', [
    names,
  ]);
  return applied.rows[0].count === names.length;
}

/**
 * Polls for the turn. A process that waits inside a statement has a snapshot, for which a concurrent index would wait.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0].taken) return;
    await sleep(TURN_PAUSE_MS);
  }
}

async function migrateQueue(url: string, { lockTimeoutMs }: MigrationOptions): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    options: `-c lock_timeout=${lockTimeoutMs}`,
    max: 1,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function applyPending(client: pg.Client, habits: MigrationOptions): Promise<void> {
  const { folder } = habits;
  await client.query(
    'create table if not exists migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration');
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  for (const name of await migrationNames(folder)) {
    const text = await readFile(new URL(name, folder), 'utf8');
    const sha256 = createHash('sha256').update(text).digest('hex');
    const known = applied.get(name);
    if (known === sha256) continue;
    if (known) throw new Error(`migration ${name} was applied and then edited: write a new one instead`);
    const apply = isOutsideTransaction(text) ? applyOutsideTransaction : applyInTransaction;
    await withRetries(client, `migration ${name}`, habits, () => apply(client, { name, text, sha256 }));
  }
  await client.query('grant select on migration to magistral_system');
}

interface Pending {
  name: string;
  text: string;
  sha256: string;
}

async function applyInTransaction(client: pg.Client, pending: Pending): Promise<void> {
  await client.query('begin');
  try {
    await client.query(pending.text);
    await recordMigration(client, pending);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/**
 * Builds an index concurrently with writes. A build that died leaves an unusable index that slows each write, so it is
 * dropped and built again. One that was finished but not recorded is only recorded.
 */
async function applyOutsideTransaction(client: pg.Client, pending: Pending): Promise<void> {
  const { operation, index } = readConcurrentIndex(pending.name, pending.text);
  // It locks out no other client, but waits for every older transaction. That may take long.
  await client.query('set lock_timeout = 0');
  try {
    const left = await client.query<{ valid: boolean }>(
      'select indisvalid and indisready as valid from pg_index where indexrelid = to_regclass($1)',
      [index],
    );
    const valid = left.rows[0]?.valid;
    if (operation === 'create' && valid === false) await client.query(`drop index concurrently ${index}`);
    if (operation === 'create' ? valid !== true : left.rows.length > 0) await client.query(pending.text);
    await recordMigration(client, pending);
  } finally {
    await client.query('reset lock_timeout').catch(() => {});
  }
}

async function recordMigration(client: pg.Client, { name, sha256 }: Pending): Promise<void> {
  await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
}

/** Codes `lock_not_available` and `deadlock_detected`: another client is using the table. */
const LOCK_ERRORS = new Set(['55P03', '40P01']);

async function withRetries(
  client: pg.Client,
  what: string,
  { tries, pauseMs, lockTimeoutMs, log }: MigrationOptions,
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!LOCK_ERRORS.has((error as { code?: string }).code ?? '')) throw error;
      const busy = `${what} did not get its lock within ${lockTimeoutMs} ms (${attempt} of ${tries} tries)${await describeLockHolder(client)}`;
      if (attempt >= tries)
        throw new Error(`${busy}. Nothing was changed: end what holds it and start again.`, { cause: error });
      log(`${busy}; it is tried again.`);
      await sleep(pauseMs);
    }
  }
}

/** The oldest transactions of this database: one of them most likely holds the table. */
async function describeLockHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; seconds: number }>(
    `select pid, extract(epoch from now() - xact_start)::int as seconds from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 3`,
  );
  if (rows.length === 0) return '';
  return `; the oldest transactions are ${rows.map((row) => `process ${row.pid}, ${row.seconds} s`).join('; ')}`;
}

/** Names of the files in the order of their numbers: 1000 comes after 999. */
async function migrationNames(folder: URL): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  return names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}
