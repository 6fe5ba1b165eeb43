import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../api/src/db/embedded-postgres.ts';
import { migrate } from '../../api/src/db/migrate.ts';
import { manualClock } from '../../api/src/lib/clock.ts';
import { moscowDay } from '../../api/src/lib/money-format.ts';
import { sealDays } from '../../api/src/modules/money/ledger/seal-days.ts';
import { startApi, type TestApi } from '../../api/src/testing/api.ts';
import { givenStaff } from '../../api/src/testing/givens/factories.ts';
import { generateHistory } from './data/generate-history.ts';
import { median } from './measures/load.ts';

/**
 * Measures the trial balance of a day, through HTTP, after pasts of different lengths with the same days, by default of
 * a hundred thousand and a million movements: `node tools/bench/books.ts --movements=1000000,10000000`. All are measured
 * in turn, so that a busy machine slows all. Exits with 1 where a balance differs from 0, the longest past takes more
 * than 1.3 times as long as the shortest one, or a reading more than a second.
 */
const { values } = parseArgs({ options: { movements: { type: 'string', default: '100000,1000000' } } });
const COMPANIES = 50;
const SIZE = { companies: COMPANIES, cardsEach: 20, daily: 1000, withFees: true };
/** Purchases, four payments and four distributions of each company, and a fee. */
const MOVEMENTS_A_DAY = SIZE.daily + COMPANIES * 9;
const ROUNDS = 15;
const MAX_RATIO = 1.3;
const MAX_MS = 1000;

interface Past {
  movements: number;
  api: TestApi;
  token: string;
}

const folder = mkdtempSync(path.join(tmpdir(), 'magistral-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres') });
const pasts: Past[] = [];
try {
  for (const text of values.movements.split(',')) pasts.push(await prepare(Number(text)));
  console.log(
    `| day | ${pasts.map(({ movements }) => `${movements} movements, ms`).join(' | ')} | growth | aim |`,
  );
  console.log(`|---|${'---|'.repeat(pasts.length + 2)}`);
  await measure('today', moscowDay(new Date()));
  await measure('yesterday', moscowDay(new Date(), -1));
  await measure('a month ago', moscowDay(new Date(), -30));
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
  return { movements, api, token: (await givenStaff(api)).token };
}

/** Does what autovacuum would have done long ago. */
async function vacuum({ databaseUrl }: TestApi): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('vacuum (analyze)');
  await client.end();
}

async function measure(what: string, day: string): Promise<void> {
  const times = new Map(pasts.map((past) => [past, [] as number[]]));
  // The first rounds only warm up.
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const past of pasts) {
      const started = performance.now();
      await readDay(past, day);
      if (round >= 0) times.get(past)?.push(performance.now() - started);
    }
  }
  const medians = pasts.map((past) => median(times.get(past) ?? []));
  const growth = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
  const cells = medians.map((ms) => ms.toFixed(0)).join(' | ');
  console.log(`| ${what} | ${cells} | ${growth.toFixed(2)} | at most ${MAX_RATIO} and ${MAX_MS} ms |`);
  if (growth > MAX_RATIO || medians.some((ms) => ms > MAX_MS)) process.exitCode = 1;
}

async function readDay({ api, token }: Past, day: string): Promise<void> {
  const { status, body } = await api.get(`/staff/api/books?date=${day}`, { token });
  if (status !== 200) throw new Error(`${day}: ${status} ${JSON.stringify(body)}`);
  const { difference, programme } = body.data;
  if (difference !== 0 || !(programme.fees > 0)) throw new Error(`${day}: ${JSON.stringify(body.data)}`);
}
