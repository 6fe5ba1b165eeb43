import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { MARGIN_SIDES, type MarginSide } from '#contract/backoffice/margin.ts';
import { startEmbeddedPostgres } from '../../api/src/db/embedded-postgres.ts';
import { migrate } from '../../api/src/db/migrate.ts';
import { manualClock } from '../../api/src/lib/clock.ts';
import { moscowDay } from '../../api/src/lib/money-format.ts';
import { sealDays } from '../../api/src/modules/money/ledger/seal-days.ts';
import { startApi, type TestApi } from '../../api/src/testing/api.ts';
import { givenStaff } from '../../api/src/testing/givens/factories.ts';
import { generateHistory } from './data/generate-history.ts';
import { cpuMs } from './measures/cpu-time.ts';
import { median } from './measures/load.ts';

/**
 * Measures the trial balance of a day and the margin of a month and a year, through HTTP, after pasts of different lengths
 * with the same days, by default of a hundred thousand and a million movements:
 * `node tools/bench/books.ts --movements=1000000,10000000`. All are measured in turn, so that a busy machine slows all; the
 * growth is that of processor time, which others hardly change. Exits with 1 where a balance differs from 0, the longest
 * past takes more than 1.3 times as long as the shortest one, or a reading of the balance more than a second.
 */
const { values } = parseArgs({ options: { movements: { type: 'string', default: '100000,1000000' } } });
const COMPANIES = 50;
const SIZE = { companies: COMPANIES, cardsEach: 20, daily: 1000, withFees: true };
/** Purchases, four payments and four distributions of each company, and a fee. */
const MOVEMENTS_A_DAY = SIZE.daily + COMPANIES * 9;
const ROUNDS = 15;
const MAX_RATIO = 1.3;
const MAX_MS = 1000;
const YEAR_DAYS = 365;

interface Past {
  movements: number;
  days: number;
  api: TestApi;
  token: string;
}

const folder = mkdtempSync(path.join(tmpdir(), 'magistral-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres') });
const pasts: Past[] = [];
try {
  for (const text of values.movements.split(',')) pasts.push(await prepare(Number(text)));
  const heads = pasts.map(({ movements }) => `${movements} movements, ms | CPU, ms`);
  console.log(`| what | ${heads.join(' | ')} | growth by CPU | aim |`);
  console.log(`|---|${'---|'.repeat(2 * pasts.length + 2)}`);
  const [today, lastDay] = [moscowDay(new Date()), moscowDay(new Date(), -1)];
  await measure('balance of today', (past) => readDay(past, today));
  await measure('balance of yesterday', (past) => readDay(past, lastDay));
  await measure('balance a month ago', (past) => readDay(past, moscowDay(new Date(), -30)));
  for (const by of MARGIN_SIDES)
    await measure(`margin of 30 days by ${by}`, (past) =>
      readMargin(past, { by, from: moscowDay(new Date(), -30), to: lastDay }),
    );
  if (pasts.every(({ days }) => days >= YEAR_DAYS))
    await measure('margin of a year by client', (past) =>
      readMargin(past, { by: 'client', from: moscowDay(new Date(), -YEAR_DAYS), to: lastDay }),
    );
} finally {
  for (const { api } of pasts) await api.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function prepare(movements: number): Promise<Past> {
  const days = Math.ceil(movements / MOVEMENTS_A_DAY);
  if (!(days > 30)) throw new Error(`--movements= takes at least ${31 * MOVEMENTS_A_DAY}`);
  const owner = new pg.Client(postgres.url);
  await owner.connect();
  await owner.query(`create database books_of_${movements}`);
  await owner.end();
  const databaseUrl = new URL(postgres.url);
  databaseUrl.pathname = `/books_of_${movements}`;
  await migrate(databaseUrl.href);
  const api = await startApi({
    databaseUrl: databaseUrl.href,
    jobs: false,
    env: { REQUESTS_PER_MINUTE: '100000' },
    overrides: { clock: manualClock(new Date()) },
  });
  const started = performance.now();
  await api.ctx.db.inSystem((tx) => generateHistory(tx, { ...SIZE, days }));
  await vacuum(api);
  const { sealed } = await sealDays(api.ctx);
  await vacuum(api);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const counted = await sql<{ count: number }>`select count(*) as count from ledger_transfer`.execute(
    api.ctx.db.system,
  );
  console.log(`${counted.rows[0]?.count} movements of ${days} days, ${sealed} days sealed, in ${seconds} s`);
  return { movements, days, api, token: (await givenStaff(api)).token };
}

/** Does what autovacuum would have done long ago. */
async function vacuum({ databaseUrl }: TestApi): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('vacuum (analyze)');
  await client.end();
}

async function measure(what: string, read: (past: Past) => Promise<void>): Promise<void> {
  const times = new Map(pasts.map((past) => [past, [] as number[]]));
  const cpu = new Map(pasts.map((past) => [past, 0]));
  // The first rounds only warm up.
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const past of pasts) {
      const [started, used] = [performance.now(), cpuMs()];
      await read(past);
      if (round < 0) continue;
      times.get(past)?.push(performance.now() - started);
      cpu.set(past, (cpu.get(past) ?? 0) + cpuMs() - used);
    }
  }
  const medians = pasts.map((past) => median(times.get(past) ?? []));
  const means = pasts.map((past) => (cpu.get(past) ?? 0) / ROUNDS);
  const growth = (means.at(-1) ?? 0) / (means[0] ?? 1);
  const cells = pasts.map((_, place) => `${medians[place]?.toFixed(0)} | ${means[place]?.toFixed(0)}`);
  const isBalance = what.startsWith('balance');
  const aim = `at most ${MAX_RATIO}${isBalance ? ` and ${MAX_MS} ms` : ''}`;
  console.log(`| ${what} | ${cells.join(' | ')} | ${growth.toFixed(2)} | ${aim} |`);
  if (growth > MAX_RATIO || (isBalance && medians.some((ms) => ms > MAX_MS))) process.exitCode = 1;
}

async function readDay({ api, token }: Past, day: string): Promise<void> {
  const { status, body } = await api.get(`/staff/api/books?date=${day}`, { token });
  if (status !== 200) throw new Error(`${day}: ${status} ${JSON.stringify(body)}`);
  const { difference, programme } = body.data;
  if (difference !== 0 || !(programme.fees > 0)) throw new Error(`${day}: ${JSON.stringify(body.data)}`);
}

async function readMargin(
  { api, token }: Past,
  { by, from, to }: { by: MarginSide; from: string; to: string },
): Promise<void> {
  const { status, body } = await api.get(`/staff/api/margin?from=${from}&to=${to}&by=${by}`, { token });
  if (status !== 200 || !(body.meta.totals.sales > 0)) throw new Error(`${by}: ${status} ${body.message}`);
}
