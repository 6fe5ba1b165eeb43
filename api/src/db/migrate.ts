import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { connectionsTo } from './connections.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Two processes that start together take turns. */
const LOCK = 7_240_601;

/**
 * Brings a database up to date: first the queue's own schema, then `migrations/*.sql` in the order of their names,
 * each in a transaction of its own. Refuses a migration that was edited after it was applied.
 */
export async function migrate(url: string): Promise<void> {
  const connections = connectionsTo(url);
  const client = connections.client({ name: 'magistral migrates' });
  const queue = connections.pool({ name: 'magistral migrates the queue', max: 2 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await runMigrations({ pgPool: queue });
    await applyPending(client);
  } finally {
    await client.end();
    await queue.end();
  }
}

/** True when every migration of this program has been applied. */
export async function isMigrated(db: pg.Pool): Promise<boolean> {
  const applied = await db.query('select count(*)::int as count from migration');
  return applied.rows[0].count >= (await migrationNames()).length;
}

async function applyPending(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration');
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  for (const name of await migrationNames()) {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    const sha256 = createHash('sha256').update(text).digest('hex');
    const known = applied.get(name);
    if (known === sha256) continue;
    if (known) throw new Error(`migration ${name} was applied and then edited: write a new one instead`);
    await client.query('begin');
    await client.query(text);
    await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  }
  await client.query('grant select on migration to magistral_system');
}

async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
}
