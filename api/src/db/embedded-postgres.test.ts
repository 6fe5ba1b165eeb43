import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
let dataDir: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'magistral-launcher-'));
  // Root runs the server as another account, which must be able to pass through.
  fs.chmodSync(folder, 0o755);
  dataDir = path.join(folder, 'pg');
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test('a killed portal leaves no server, and the next start has all committed rows', async () => {
  const portal = spawn(process.execPath, ['--input-type=module', '--eval', portalScript()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => portal.stdout.once('data', resolve));
  const server = serverPid();
  expect(isAlive(server)).toBe(true);
  portal.kill('SIGKILL');
  await expect.poll(() => isAlive(server)).toBe(false);

  const second = await startEmbeddedPostgres({ dataDir });
  try {
    expect(await ask(second, 'select litres::text from purchase')).toEqual([{ litres: '40.50' }]);
  } finally {
    await second.stop();
  }
});

test('a process number in the lock file that another program took stops no start', async () => {
  fs.writeFileSync(
    path.join(dataDir, 'postmaster.pid'),
    `${process.pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n\nready\n`,
  );
  const database = await startEmbeddedPostgres({ dataDir });
  await database.stop();
});

test('a second portal on the same folder is refused, and the first one goes on', async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  try {
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/in use by process \d+.*DATA_DIR/);
    expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  } finally {
    await first.stop();
  }
  await first.stop();
});

test('the password is required and private, and no server listens on a socket file', async () => {
  const database = await startEmbeddedPostgres({ dataDir });
  try {
    const open = new URL(database.url);
    open.password = 'guess';
    await expect(ask({ ...database, url: open.href }, 'select 1')).rejects.toThrow(
      /password authentication failed/,
    );
    expect(fs.statSync(path.join(dataDir, 'superuser-password')).mode & 0o777).toBe(0o600);
    expect(await ask(database, `select current_setting('unix_socket_directories') as sockets`)).toEqual([
      { sockets: '' },
    ]);
    expect(await ask(database, `select current_setting('data_checksums') as checksums`)).toEqual([
      { checksums: 'on' },
    ]);
  } finally {
    await database.stop();
  }
});

test('Russian sorts as a reader expects, and misspelt Cyrillic is found by likeness', async () => {
  const database = await startEmbeddedPostgres({ dataDir });
  try {
    const query = `select string_agg(word, ' ' order by word) as words from unnest(array['жа','ель','ёлка','Ёж','Альфа','абв']) word`;
    expect(await ask(database, query)).toEqual([{ words: 'абв Альфа Ёж ёлка ель жа' }]);
    await ask(database, 'create extension if not exists pg_trgm');
    const [likeness] = await ask(database, `select similarity('Газпромнефть', 'газпром нефть') as degree`);
    expect(likeness?.['degree']).toBeGreaterThan(0.5);
  } finally {
    await database.stop();
  }
});

test('a folder with something else in it is left alone', async () => {
  const other = path.join(folder, 'photos');
  fs.mkdirSync(other);
  fs.writeFileSync(path.join(other, 'one.jpg'), '');
  await expect(startEmbeddedPostgres({ dataDir: other })).rejects.toThrow(/holds files but no database/);
  expect(fs.readdirSync(other)).toEqual(['one.jpg']);
});

/** Returns a program that commits one row, reports it, and then waits to be killed. */
function portalScript(): string {
  return `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    import pg from 'pg';
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table purchase (litres numeric(9, 2))');
    await client.query('insert into purchase values (40.50)');
    console.log('committed');
    setInterval(() => {}, 1000);
  `;
}

function serverPid(): number {
  return Number.parseInt(fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8'), 10);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function ask(database: EmbeddedPostgres, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}
