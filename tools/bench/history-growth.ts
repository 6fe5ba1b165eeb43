import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { PARTNER } from '#contract/ids.ts';
import { startEmbeddedPostgres } from '../../api/src/db/embedded-postgres.ts';
import { migrate } from '../../api/src/db/migrate.ts';
import { manualClock } from '../../api/src/lib/clock.ts';
import { moscowDay } from '../../api/src/lib/money-format.ts';
import { addChangesToDays } from '../../api/src/modules/fuel/history/spending.ts';
import { sealDays } from '../../api/src/modules/money/ledger/seal-days.ts';
import { checkNewEntries } from '../../api/src/modules/backoffice/reconciliation/check-new-entries.ts';
import { checkOldPart } from '../../api/src/modules/backoffice/reconciliation/check-old-part.ts';
import { chooseOldPart } from '../../api/src/modules/backoffice/reconciliation/check-old-accounts.ts';
import { startApi, type TestApi } from '../../api/src/testing/api.ts';
import { addDay, generateHistory, type HistorySize } from './data/generate-history.ts';
import { getExactCpuMs } from './measures/cpu-time.ts';
import { median } from './measures/load.ts';

/**
 * Measures what users and the nightly jobs wait for, after a short history and after one ten times as long with the
 * same day. `npm run bench:history -- --millions=5` sets how many operations the long one has, at most 50 (some 60 GB),
 * by default a tenth of a million. Both run beside each other, and each thing is measured in both in turn. Growth is that of
 * the processor time of the portal and its connections' servers, which a busy machine changes little. Figures are medians. Each line
 * is printed as soon as it is measured. Exits with 1 where the aim is missed or books differ.
 */
const { values } = parseArgs({ options: { millions: { type: 'string', default: '0.1' } } });
const DAYS = 1000;
const daily = Math.round((Number(values.millions) * 1_000_000) / DAYS);
if (!(daily >= 20 && daily <= 50_000)) throw new Error('--millions= takes 0.02 to 50');
const SIZE = {
  companies: Math.min(1000, Math.max(10, Math.round(daily / 20))),
  cardsEach: 20,
  daily,
  days: DAYS / 10,
};
const TIMES = 10;
const WARM_UPS = 5;
const ROUNDS = 21;
const NIGHTS = 5;
const MAX_RATIO = 1.2;
/** Does what autovacuum would have done long ago. */
const VACUUM = 'vacuum (analyze)';

interface HistoryRun {
  name: string;
  size: HistorySize;
  api: TestApi;
  /** A connection of its own, which is not counted. */
  owner: pg.Client;
  companyId: number;
  token: string;
}

const folder = mkdtempSync(path.join(tmpdir(), 'magistral-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres') });
const pasts: HistoryRun[] = [];
try {
  for (const days of [SIZE.days, SIZE.days * TIMES]) pasts.push(await prepare({ ...SIZE, days }));
  console.log(
    `| what | ${pasts.map(({ name }) => name).join(' | ')} | growth | aim |\n|---|---|---|---|---|`,
  );
  const day = moscowDay(new Date(), -30);
  const month = `date_from=${moscowDay(new Date(), -60)}&date_to=${day}`;
  await measure('page of operations, ms', (past) => ask(past, '/api/operations'));
  await measure('statement of a day, ms', (past) =>
    ask(past, `/api/client/statement?date_from=${day}&date_to=${day}`),
  );
  await measure('sums of a month, ms', (past) => ask(past, `/api/client/statement?sums=1&${month}`));
  await measure('credit term, ms', (past) => ask(past, `/api/client/${past.companyId}/credit`));
  await measure('transfer to a network’s account, ms', distribute);
  await measure('sign-in, code and all, ms', signIn);
  await measure('nightly check of a day, ms', checkDay, {
    rounds: NIGHTS,
    before: (past) => addPostedDay(past),
  });
  // The days that the check has read are sealed with the first one that follows.
  await measure('sealing a day, ms', (past) => sealDays(past.api.ctx), {
    rounds: NIGHTS,
    before: addEndedDay,
  });
  await measure('a seventh of the past again, ms', checkPart, { rounds: 1, aim: null });
} finally {
  for (const { api, owner } of pasts) {
    await owner.end();
    await api.stop();
  }
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The product in this process, on a database of its own. */
async function start(days: number): Promise<TestApi> {
  const owner = new pg.Client(postgres.url);
  await owner.connect();
  await owner.query(`create database past_of_${days}`);
  await owner.end();
  const databaseUrl = new URL(postgres.url);
  databaseUrl.pathname = `/past_of_${days}`;
  await migrate(databaseUrl.href);
  const env = { CHECK_REPLIES: '0', REQUESTS_PER_MINUTE: '100000' };
  return startApi({
    databaseUrl: databaseUrl.href,
    jobs: false,
    env,
    overrides: { clock: manualClock(new Date()) },
  });
}

async function prepare(size: HistorySize): Promise<HistoryRun> {
  const api = await start(size.days);
  const { ctx } = api;
  const started = performance.now();
  const made = await ctx.db.inSystem((tx) => generateHistory(tx, size));
  await ctx.db.inSystem(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await addChangesToDays(tx);
  });
  const owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  await owner.query(VACUUM);
  const written = performance.now();
  const { sealed } = await sealDays(ctx);
  const sealedAt = performance.now();
  const { transfers, differences } = await checkNewEntries(ctx);
  assertNoDifferences(differences);
  const checkedAt = performance.now();
  await owner.query(VACUUM);
  const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(0);
  const name = `${size.daily * size.days} operations`;
  console.log(
    `${name}: written in ${seconds(started, written)} s, ${sealed} days sealed in ${seconds(written, sealedAt)} s, ` +
      `first check of ${transfers} transfers in ${seconds(sealedAt, checkedAt)} s`,
  );
  return { name, size, api, owner, ...made };
}

function assertNoDifferences(differences: readonly unknown[]): void {
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences.slice(0, 3))}`);
}

/** Measures something in both pasts in turn, and prints the median times and the growth of the median processor time. */
async function measure(
  what: string,
  work: (past: HistoryRun, round: number) => Promise<unknown>,
  {
    rounds = ROUNDS,
    aim = MAX_RATIO,
    before,
  }: {
    rounds?: number;
    aim?: number | null;
    before?: (past: HistoryRun, round: number) => Promise<void>;
  } = {},
): Promise<void> {
  const figures = pasts.map((past) => ({ past, times: [] as number[], cpu: [] as number[] }));
  for (let round = rounds > NIGHTS ? -WARM_UPS : 0; round < rounds; round += 1) {
    for (const { past, times, cpu } of figures) {
      await before?.(past, round);
      const cpuBefore = await readCpu(past);
      const started = performance.now();
      await work(past, round);
      const ms = performance.now() - started;
      const used = sumGrowth(cpuBefore, await readCpu(past));
      if (round >= 0) times.push(ms);
      if (round >= 0) cpu.push(used);
    }
  }
  const [short = 0, long = 0] = figures.map(({ cpu }) => median(cpu));
  const cells = figures.map(({ times, cpu }) => `${median(times).toFixed(1)} (${median(cpu).toFixed(1)})`);
  const growth = long / short;
  const aimText = aim === null ? 'none' : `at most ${aim}`;
  console.log(`| ${what} | ${cells.join(' | ')} | ${growth.toFixed(2)} | ${aimText} |`);
  if (aim !== null && growth > aim) process.exitCode = 1;
}

/** Processor time so far, in milliseconds, of this process and of each server process of the past's connections. */
async function readCpu({ owner }: HistoryRun): Promise<Map<number, number>> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return new Map([process.pid, ...rows.map(({ pid }) => pid)].map((pid) => [pid, getExactCpuMs(pid)]));
}

function sumGrowth(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

interface TokenResponse {
  data: { token: string };
}

async function ask({ api, token }: HistoryRun, target: string, json?: unknown): Promise<TokenResponse> {
  const answer = await (json === undefined ? api.get(target, { token }) : api.post(target, { token, json }));
  if (answer.status !== 200) throw new Error(`${target}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as TokenResponse;
}

function distribute(past: HistoryRun): Promise<unknown> {
  const accounts = [{ partner_id: PARTNER.gpn, sum: 10 }];
  return ask(past, `/api/client/${past.companyId}/accounts`, { accounts });
}

/** Signs in a different user each time, because no one gets a second code at once. */
async function signIn(past: HistoryRun, round: number): Promise<void> {
  const path = '/api/send-to-driver';
  const phone = `7997${String(round + 50).padStart(7, '0')}`;
  const { data } = await ask(past, path, { route: 'auth/register', phone, recaptchaToken: 'bench' });
  const code = past.api.lastCode(phone);
  await ask(past, path, { route: 'auth/confirm', phone, token: data.token, code });
}

async function addPostedDay({ api, owner, size }: HistoryRun, ahead = 0): Promise<void> {
  await api.ctx.db.inSystem((tx) => addDay(tx, size, ahead));
  await owner.query(VACUUM);
}

async function checkDay({ api: { ctx }, size }: HistoryRun): Promise<void> {
  const { transfers, differences } = await checkNewEntries(ctx);
  assertNoDifferences(differences);
  if (transfers < size.daily) throw new Error(`only ${transfers} transfers were checked`);
}

async function checkPart({ api: { ctx } }: HistoryRun): Promise<void> {
  assertNoDifferences(await checkOldPart(ctx, await chooseOldPart(ctx)));
}

/** Posts a day for each round, and sets the clock past its end. */
async function addEndedDay(past: HistoryRun, round: number): Promise<void> {
  const ahead = round + 1;
  await addPostedDay(past, ahead);
  past.api.clock.setTo(new Date(Date.now() + (24 * ahead + 26) * 3600 * 1000));
}
