import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { buildContext } from '../../api/src/compose/build-context.ts';
import { prepareProgramme } from '../../api/src/compose/prepare-programme.ts';
import { readConfig } from '../../api/src/config/config.ts';
import { startEmbeddedPostgres } from '../../api/src/db/embedded-postgres.ts';
import { migrate } from '../../api/src/db/migrate.ts';
import { watchSales } from '../../api/src/modules/fleet/rules/purchase/watch-sales.ts';
import { prepareStations } from '../../api/src/modules/programme/stations/prepare-stations.ts';
import { cpuMs } from './measures/cpu-time.ts';
import { evaluateAll, readAll } from './evaluate-rules.ts';
import { fillFleets } from './data/fill-fleets.ts';
import { median } from './measures/load.ts';
import { measureRuleTrigger } from './measures/measure-rule-trigger.ts';

/**
 * Measures what rules cost: checking 1 000 000 operations against them beside reading those operations, the sweep that
 * checks new sales against them, and the trigger that reports sales to it. By CPU time of this process and its
 * database, because others use the machine. `--quick`: 50 000 operations. Exits with 1 if an aim is missed.
 */
const IS_QUICK = process.argv.includes('--quick');
const OPERATIONS = IS_QUICK ? 50_000 : 1_000_000;
const SWEPT_SALES = IS_QUICK ? 10_000 : 50_000;
/** The first pages only warm up, as the first round of reading does. */
const WARM_UP_SALES = 5000;
const ROUNDS = 3;
const EVALUATION_RATIO = 3;
const SWEEP_RATIO = 10;

const folder = mkdtempSync(path.join(tmpdir(), 'magistral-bench-rules-'));
chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), flags: [] });
const owner = new pg.Client(postgres.url);
try {
  await migrate(postgres.url);
  await owner.connect();
  const config = readConfig({
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
  });
  const ctx = buildContext(config, { databaseUrl: postgres.url, simulated: null });
  try {
    await prepareProgramme(ctx);
    await prepareStations(ctx);
    await fillFleets(owner, OPERATIONS);
    console.log('| what | operations | CPU s | times reading |\n|---|---|---|---|');
    const reading = await evaluate();
    await sweep(() => watchSales(ctx), reading);
  } finally {
    await ctx.db.close();
  }
  await measureRuleTrigger(owner);
} finally {
  await owner.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Returns what reading one operation takes, in milliseconds. */
async function evaluate(): Promise<number> {
  const [read, evaluated] = [[] as number[], [] as number[]];
  let refused = 0;
  for (let round = -1; round < ROUNDS; round += 1) {
    const reading = await measureCpu(() => readAll(owner));
    const holding = await measureCpu(async () => {
      refused = await evaluateAll(owner);
    });
    // The first round only warms up.
    if (round < 0) continue;
    read.push(reading);
    evaluated.push(holding);
  }
  if (refused === 0 || refused === OPERATIONS)
    throw new Error(`the rules refuse ${refused} of ${OPERATIONS}`);
  const [baseline, measured] = [median(read), median(evaluated)];
  row('reading them', { operations: OPERATIONS, cpu: baseline, times: 1 });
  row('reading and deciding', { operations: OPERATIONS, cpu: measured, times: measured / baseline });
  if (measured / baseline > EVALUATION_RATIO) process.exitCode = 1;
  return baseline / OPERATIONS;
}

/** Checks the newest sales, as if their feed had just reported them. */
async function sweep(work: () => Promise<void>, readingOne: number): Promise<void> {
  const sweepNewest = async (sales: number) => {
    await queueNewestSales(sales);
    return measureCpu(async () => {
      while ((await left()) > 0) await work();
    });
  };
  await sweepNewest(WARM_UP_SALES);
  const cpu = await sweepNewest(SWEPT_SALES);
  const times = cpu / (readingOne * SWEPT_SALES);
  row('the sweep of new sales', { operations: SWEPT_SALES, cpu, times });
  if (times > SWEEP_RATIO) process.exitCode = 1;
}

async function queueNewestSales(sales: number): Promise<void> {
  await owner.query(
    `insert into rule_sale (operation_id, company_id, card_id)
     select id, company_id, card_id from operation order by id desc limit $1`,
    [sales],
  );
}

async function left(): Promise<number> {
  const { rows } = await owner.query<{ left: number }>(
    'select count(*)::int as left from (select from rule_sale limit 1) waiting',
  );
  return rows[0]?.left ?? 0;
}

async function measureCpu(work: () => Promise<unknown>): Promise<number> {
  const before = cpuMs();
  await work();
  return cpuMs() - before;
}

function row(
  what: string,
  { operations, cpu, times }: { operations: number; cpu: number; times: number },
): void {
  console.log(`| ${what} | ${operations} | ${(cpu / 1000).toFixed(2)} | ${times.toFixed(2)} |`);
}
