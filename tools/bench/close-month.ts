import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { readConfig } from '../../api/src/config/config.ts';
import type { Context } from '../../api/src/context.ts';
import { buildContext } from '../../api/src/compose/build-context.ts';
import { getOnlyRow } from '../../api/src/db/database.ts';
import { startEmbeddedPostgres } from '../../api/src/db/embedded-postgres.ts';
import { migrate } from '../../api/src/db/migrate.ts';
import { enqueueJob } from '../../api/src/queue/enqueue-job.ts';
import {
  openClosings,
  readProgress,
} from '../../api/src/modules/papers/documents/closing/closing-progress.ts';
import { prepareProgramme } from '../../api/src/compose/prepare-programme.ts';
import { prepareMonth, type MonthSize } from './data/prepare-month.ts';

/**
 * Closes a month of 100 companies with 1 000 operations each in one job of a process of its own, kills that process
 * with SIGKILL half-way, starts another one, and checks that every company has its documents once and that they add up.
 * Fails when that takes more than MAX_RATIO times the baseline. `--full`: 1 000 companies with 1 000 000 operations.
 * `--quick`: 40 companies, and no ratio is required. `--companies=`, `--operations=` (of each company) set other
 * numbers.
 */
const MONTH = '2026-10';
const MAX_RATIO = 10;
const isQuick = process.argv.includes('--quick');
const COMPANIES = isQuick ? 40 : process.argv.includes('--full') ? 1000 : 100;

const size: MonthSize = {
  companies: readNumberOption('companies', COMPANIES),
  operationsEach: readNumberOption('operations', 1000),
  cardsEach: 20,
};
const folder = mkdtempSync(path.join(tmpdir(), 'magistral-month-'));
chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres') });
const env = {
  ...process.env,
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  DEMO: '0',
  NETWORK_POLL_MS: '3600000',
  LOG_LEVEL: 'error',
};
await migrate(postgres.url);
const ctx = buildContext(readConfig(env), { databaseUrl: postgres.url, simulated: null });
const workers: ChildProcess[] = [];
/** Memory of the processes when each tenth of the companies was done. */
const memory: number[] = [];
try {
  await prepareProgramme(ctx);
  await measure(ctx);
} finally {
  for (const worker of workers) worker.kill('SIGKILL');
  await ctx.db.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(ctx: Context): Promise<void> {
  say(`${size.companies} companies, ${size.operationsEach} operations each, ${availableParallelism()} cores`);
  const booked = await timed(() => prepareMonth(ctx.db.system, MONTH, size));
  say(`written in ${booked.toFixed(0)} s`);
  await sql`analyze`.execute(ctx.db.system).catch(() => {});
  const plain = await timed(() => addUpPlainly(postgres.url));

  await ask(ctx);
  const first = await startWorker();
  const untilKilled = await waitFor(ctx, Math.floor(size.companies / 2), first);
  first.kill('SIGKILL');
  await new Promise((resolve) => first.once('exit', resolve));
  const left = await readProgress(ctx.db.system, MONTH);
  say(`killed after ${untilKilled.toFixed(0)} s with ${left.waiting} companies to go`);

  await ask(ctx);
  const second = await startWorker();
  const afterwards = await waitFor(ctx, size.companies, second);
  second.kill('SIGTERM');
  await new Promise((resolve) => second.once('exit', resolve));
  const made = await readProgress(ctx.db.system, MONTH);
  const total = untilKilled + afterwards;
  await assertComplete(ctx, made.documents);

  const { files } = await getOnlyRow(
    ctx.db.system,
    sql<{ files: number }>`select count(distinct figures_id)::int as files from month_document`,
  );
  const each = (1000 * total) / size.companies;
  const twice = (1000 * plain) / size.companies;
  process.stdout.write(
    [
      '| what | seconds | ms a company | ratio |',
      '|---|---|---|---|',
      `| plain SQL: the month's lines of each company read and added up | ${plain.toFixed(1)} | ${twice.toFixed(1)} | 1 |`,
      `| the job: figures of ${files} companies stored, ${made.documents} papers published; killed once | ${total.toFixed(1)} | ${each.toFixed(0)} | ${(total / plain).toFixed(0)} |`,
      `\n1 000 companies with ${size.operationsEach} operations each: ${((each * 1000) / 60_000).toFixed(0)} minutes. Every company once, none doubled, papers and ledger equal.`,
      `Memory of the processes (RSS, MB) at each tenth: ${memory.join(', ')}.\n`,
    ].join('\n'),
  );
  if (!isQuick && total / plain > MAX_RATIO)
    throw new Error(`closing took ${(total / plain).toFixed(1)} times the yardstick`);
}

/** Does what the staff's call does, without the minute during which that call does the work itself. */
async function ask(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const staff = await getOnlyRow(
    ctx.db.system,
    sql<{ id: number }>`
      insert into app_user (phone, is_staff, staff_role, created_at) values ('79000000000', true, 'owner', ${now})
      on conflict (phone) do update set is_staff = true returning id`,
  );
  await ctx.db.inSystem(async (tx) => {
    await openClosings(tx, { month: MONTH, userId: staff.id, now });
    await enqueueJob(tx, 'close-month', { month: MONTH }, { key: `close-month:${MONTH}` });
  });
}

/** Starts a worker. A process takes seconds to load, so the clock runs from when it polls for jobs. */
async function startWorker(): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('./month-worker.ts', import.meta.url));
  const worker = spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

function residentMb({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return Number.NaN;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/** Waits until this many companies are done; returns the seconds. */
async function waitFor(ctx: Context, companies: number, child: ChildProcess): Promise<number> {
  const began = performance.now();
  for (let last = 0; ;) {
    const { waiting, documents } = await readProgress(ctx.db.system, MONTH);
    const done = size.companies - waiting;
    if (done >= (memory.length + 1) * (size.companies / 10)) memory.push(residentMb(child));
    const seconds = (performance.now() - began) / 1000;
    if (done >= companies) return seconds;
    if (child.exitCode !== null) throw new Error(`the process ended by itself with ${child.exitCode}`);
    if (seconds - last >= 15) {
      last = seconds;
      say(`${seconds.toFixed(0)} s: ${done} of ${size.companies} companies, ${documents} documents`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Measures the baseline: the unavoidable reading, company by company, without making any document. */
async function addUpPlainly(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows: companies } = await client.query<{ id: string }>('select id from company order by id');
  for (const { id } of companies) {
    const { rows: lines } = await client.query<{ sum: string }>(
      `select operation.id, operation.sum_kopecks as sum, operation.address, operation.sold_at, card.card_number
       from operation join card on card.id = operation.card_id
       where operation.company_id = $1 order by card.card_number, operation.sold_at`,
      [id],
    );
    lines.reduce((total, line) => total + Number(line.sum), 0);
  }
  await client.end();
}

/** Checks that nothing is missing or duplicated, and that the documents match what the ledger moved. */
async function assertComplete(ctx: Context, documents: number): Promise<void> {
  const found = await getOnlyRow(
    ctx.db.system,
    sql<{ companies: number; doubled: number; lines: number; moved: number }>`
      select
        (select count(distinct company_id)::int from month_document where month = ${MONTH}) as companies,
        (select count(*)::int from (
          select from month_document where month = ${MONTH} group by company_id, partner_id, kind having count(*) > 1) twice
        ) as doubled,
        (select count(*)::int from month_closing_line where month = ${MONTH}) as lines,
        (select count(*)::int from ledger_transfer transfer
          where transfer.subject_kind = 'operation' and exists (
            select from ledger_entry entry join ledger_account account on account.id = entry.account_id
            where entry.transfer_id = transfer.id and account.kind = 'network')) as moved`,
  );
  const expected = size.companies * 3;
  const faults = [
    found.companies !== size.companies && `${found.companies} of ${size.companies} companies have papers`,
    documents !== expected && `${documents} documents, not ${expected}`,
    found.doubled > 0 && `${found.doubled} documents are there twice`,
    found.lines !== found.moved && `${found.lines} movements stand in papers, ${found.moved} in the ledger`,
  ].filter(Boolean);
  if (faults.length > 0) throw new Error(faults.join('; '));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

function readNumberOption(name: string, otherwise: number): number {
  const input = process.argv.find((value) => value.startsWith(`--${name}=`))?.split('=')[1];
  return input === undefined ? otherwise : Number(input);
}

function say(message: string): void {
  process.stderr.write(`${message}\n`);
}
