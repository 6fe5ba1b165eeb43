import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { kopecks } from '#contract/kopecks.ts';
import { PARTNER } from '#contract/ids.ts';
import { readConfig } from '../../api/src/config/config.ts';
import { buildContext } from '../../api/src/compose/build-context.ts';
import type { Context } from '../../api/src/context.ts';
import { mintCompanyScope } from '../../api/src/db/company-scope.ts';
import type { Database, Db } from '../../api/src/db/database.ts';
import { encodeBigints } from '../../api/src/db/parameter.ts';
import { distribute } from '../../api/src/modules/money/transfers/distribute.ts';
import { middle, runLoad, type Load } from './measures/load.ts';
import { prepareCarriers, type TransferClient } from './data/prepare-carriers.ts';
import { startServer } from './start-server.ts';

/**
 * Measures distributions through the engine, without HTTP: statements sent as our flights, and the same statements sent
 * by the driver's own pipeline. In one process, in turns, medians: `node tools/bench/pipeline.ts`. The driver's own is used
 * where it costs at most 10 % more (decision 34).
 */
const ROUNDS = 5;
const MOVEMENTS = 3_000;
const CONCURRENCY_LEVELS = [1, 64, 256];

const server = await startServer({ storesLog: true });
try {
  await measure();
} finally {
  await server.stop();
}

async function measure(): Promise<void> {
  const people = await prepareCarriers(server.databaseUrl, { companies: 200, movers: 200, serialFrom: 1000 });
  const flights = makeContext();
  const ofDriver = makeContext();
  const drivers: Context = { ...ofDriver, db: pipelinedByDriver(ofDriver.db) };
  await distributeAll(flights, people, 64);
  await distributeAll(drivers, people, 64);
  for (const maxConcurrent of CONCURRENCY_LEVELS) {
    const [own, driver]: [Load[], Load[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await distributeAll(flights, people, maxConcurrent));
      driver.push(await distributeAll(drivers, people, maxConcurrent));
    }
    printLoad(`own flights, ${maxConcurrent} at once`, middle(own));
    printLoad(`the driver's pipeline, ${maxConcurrent} at once`, middle(driver));
    const time = middle(own).perSecond / middle(driver).perSecond;
    const cpu = middle(driver).cpuMicroseconds / middle(own).cpuMicroseconds;
    console.log(
      `  the driver's takes ${time.toFixed(2)} times as long, ${cpu.toFixed(2)} times the processor`,
    );
  }
  await flights.db.close();
  await drivers.db.close();
}

function makeContext(): Context {
  return buildContext(
    readConfig({ DATABASE_URL: server.databaseUrl, DEMO: '0' }),
    { databaseUrl: server.databaseUrl, simulated: null },
    { log: pino({ level: 'error' }) },
  );
}

function distributeAll(
  ctx: Context,
  people: readonly TransferClient[],
  maxConcurrent: number,
): Promise<Load> {
  const count = maxConcurrent === 1 ? MOVEMENTS / 10 : MOVEMENTS;
  const movers = Array.from({ length: count }, (_, index) => people[index % people.length] as TransferClient);
  const worker = async ({ companyId }: TransferClient): Promise<boolean> => {
    const sums = [{ partnerId: PARTNER.gpn, sum: kopecks(1_00) }];
    await distribute(ctx, { scope: mintCompanyScope(companyId), userId: 1, sums, requestKey: null });
    return true;
  };
  return runLoad(
    movers,
    Array.from({ length: maxConcurrent }, () => worker),
  );
}

function printLoad(name: string, { perSecond, p50Ms, p99Ms, cpuMicroseconds }: Load): void {
  console.log(
    `${name}: ${perSecond.toFixed(0)} a second, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ` +
      `${cpuMicroseconds.toFixed(0)} µs of processor each`,
  );
}

/** The database with its batches on connections that the driver pipelines. */
function pipelinedByDriver(db: Database): Database {
  const batches = new pg.Pool({ ...db.pools.posting.options, pipeline: true });
  const pipes = new Map<pg.PoolClient, Db>();
  const inCompanies: Database['inCompanies'] = async (companyIds, work) => {
    const client = await batches.connect();
    const pipe = pipes.get(client) ?? createPipeline(client);
    pipes.set(client, pipe);
    let ended = false;
    try {
      const [, , result] = await Promise.all([
        sql`begin`.execute(pipe),
        sql`select set_config('app.companies', ${encodeBigints(companyIds)}::bigint[]::text, true)`.execute(
          pipe,
        ),
        work(pipe, async () => {
          await sql`commit`.execute(pipe);
          ended = true;
        }),
      ]);
      return result;
    } finally {
      if (!ended) await client.query('rollback');
      client.release();
    }
  };
  const close = async (): Promise<void> => {
    await batches.end();
    await db.close();
  };
  return { ...db, inCompanies, close };
}

function createPipeline(client: pg.PoolClient): Db {
  const names = new Map<string, string>();
  return new Kysely({
    dialect: {
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => ({
          async executeQuery<Row>({
            sql: text,
            parameters,
          }: {
            sql: string;
            parameters: readonly unknown[];
          }) {
            const name = names.get(text) ?? `driver_${names.size}`;
            names.set(text, name);
            const { rows, command } = await client.query({ name, text, values: [...parameters] });
            return { rows: rows as Row[], command };
          },
          streamQuery: throwUnsupported,
        }),
        releaseConnection: async () => {},
        beginTransaction: throwUnsupported,
        commitTransaction: throwUnsupported,
        rollbackTransaction: throwUnsupported,
        destroy: async () => {},
      }),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    },
  });
}

function throwUnsupported(): never {
  throw new Error('a batch has no streams, and its transactions are begun by hand');
}
