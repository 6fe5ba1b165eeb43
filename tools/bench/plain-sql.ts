import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { cpuMs } from './measures/cpu-time.ts';
import { computeLoad, runLoad, type Load } from './measures/load.ts';

const CONNECTIONS = 16;

/**
 * Measures the baseline: a double-entry transfer as one function call, on the same server, in tables of the same shape,
 * sixteen connections, prepared statements.
 */
export async function measurePlainSql(databaseUrl: string, transfers: number): Promise<Load> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  const transfer = async (index: number): Promise<boolean> => {
    await pool.query({
      name: 'yardstick',
      text: 'select bench_transfer($1, $2, $3)',
      values: [1 + (index % 200), 201 + (index % 200), 100],
    });
    return true;
  };
  try {
    await pool.query(BASELINE_SCHEMA);
    return await runLoad(
      Array.from({ length: transfers }, (_, index) => index),
      Array.from({ length: CONNECTIONS }, () => transfer),
    );
  } finally {
    // An open pool would hide the error by its own one when the server stops.
    await pool.end();
  }
}

/** Whether this machine has PostgreSQL's own benchmark tool, which is not among the binaries that npm installs. */
export const HAS_PGBENCH = spawnSync('pgbench', ['--version']).status === 0;

const PGBENCH_SCRIPT = '\\set pair random(1, 200)\nselect bench_transfer(:pair, 200 + :pair, 100);\n';

/** Measures the same statements by pgbench. The tables must exist already. */
export async function measurePgbench(databaseUrl: string, transfers: number): Promise<Load> {
  const folder = mkdtempSync(path.join(tmpdir(), 'magistral-pgbench-'));
  try {
    const script = path.join(folder, 'transfer.sql');
    writeFileSync(script, PGBENCH_SCRIPT);
    const each = String(Math.ceil(transfers / CONNECTIONS));
    const how = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '2', '-t', each, '-l'];
    const cpuBefore = cpuMs();
    const { stdout } = await promisify(execFile)('pgbench', [...how, '-f', script, databaseUrl], {
      cwd: folder,
    });
    const cpu = cpuMs() - cpuBefore;
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    return computeLoad(timesIn(folder), { perSecond, cpuMs: cpu, failures: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of each transfer: the third field of pgbench's log is the time in microseconds. */
function timesIn(folder: string): number[] {
  const logs = readdirSync(folder).filter((name) => name.startsWith('pgbench_log'));
  const lines = logs.flatMap((name) => readFileSync(path.join(folder, name), 'utf8').trim().split('\n'));
  return lines.map((line) => Number(line.split(' ')[2]) / 1000);
}

const BASELINE_SCHEMA = `
  create schema if not exists bench;
  create table if not exists bench.account (id bigint primary key, balance bigint not null check (balance >= 0));
  create table if not exists bench.transfer (id bigint generated always as identity primary key, from_id bigint not null,
    to_id bigint not null, amount bigint not null check (amount > 0), posted_at timestamptz not null default now());
  create table if not exists bench.entry (account_id bigint, transfer_id bigint, amount bigint not null, before bigint not null,
    after bigint not null, primary key (account_id, transfer_id));
  insert into bench.account select id, 1000000000000 from generate_series(1, 400) id on conflict do nothing;
  create or replace function bench_transfer(from_id bigint, to_id bigint, amount bigint) returns bigint language plpgsql as $$
  declare made bigint; from_before bigint; to_before bigint;
  begin
    perform 1 from bench.account where id in (from_id, to_id) order by id for no key update;
    update bench.account set balance = balance - amount where id = from_id returning balance + amount into from_before;
    update bench.account set balance = balance + amount where id = to_id returning balance - amount into to_before;
    insert into bench.transfer (from_id, to_id, amount) values (from_id, to_id, amount) returning id into made;
    insert into bench.entry values (from_id, made, -amount, from_before, from_before - amount), (to_id, made, amount, to_before, to_before + amount);
    return made;
  end $$;`;
