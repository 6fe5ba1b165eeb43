import { CompiledQuery, Kysely, PostgresDialect, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { CompanyScope } from './company-scope.ts';
import type { Db, NoTables } from './db.ts';
import { connectionsTo, type ConnectionOptions } from './connections.ts';
import { listenToStatements } from './listen-to-statements.ts';
import { listen, type Listener, type Listening } from './listen.ts';
import { memoizePerOwner } from '../lib/turns/memoize-per-owner.ts';
import { withTrace } from '../lib/trace.ts';
import type { Outage } from './outage.ts';
import { encodeBigints } from './parameter.ts';
import type { Timeouts } from './timeouts.ts';
import { onConnection, Pipeline, sendAsFlights } from './pipeline/pipeline.ts';
import { runTransaction } from './pipeline/transaction.ts';

// The database's whole numbers are ids and kopecks: far below 2^53, and checked.
pg.types.setTypeParser(pg.types.builtins.INT8, wholeNumber);
const INT8_ARRAY = 1016;
pg.types.setTypeParser(INT8_ARRAY as never, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(wholeNumberOrNull),
);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A calendar day stays text: a Date would give it a time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

function wholeNumberOrNull(text: string): number | null {
  return text === 'NULL' ? null : wholeNumber(text);
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`a number of the database is past 2^53: ${text}`);
  return value;
}

export type { Db };

export interface Database {
  /** Sees all companies: for sign-in, jobs and the programme's staff. Never pass it to a company's request. */
  readonly system: Db;
  /** A transaction in which PostgreSQL shows the rows of one company only. */
  inCompany<Result>(scope: CompanyScope, work: (tx: Db) => Promise<Result>): Promise<Result>;
  /** A transaction for all companies. */
  inSystem<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
  /**
   * Does the same as `inSystem`, for calls that networks wait for: statements are prepared at their first use and need not
   * wait for one another, so `commit` may be sent together with the last writes. Without a commit nothing stays. The work
   * records its own audit row, and locks one company's money at most, which no other transaction of the process waits for.
   * `afterCommit` reads in the flight of the commit, after it.
   */
  inPrepared<Result>(
    work: (tx: Db, commit: () => Promise<void>, afterCommit: Db) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Reads of all companies on one connection: those that do not wait for each other share a round trip. When one fails, all
   * of its round trip fail. Nothing is written here.
   */
  readTogether<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Prepared single statements of the busiest calls. Sees all companies, like `system`. Nothing long: the connection
   * is shared.
   */
  prepared<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * A transaction in which PostgreSQL shows the rows of these companies only. Its statements need not wait for one
   * another, so `commit` may be sent together with the last writes. Without a commit nothing stays.
   */
  inCompanies<Result>(
    companyIds: readonly number[],
    work: (tx: Db, commit: () => Promise<void>) => Promise<Result>,
  ): Promise<Result>;
  /** Does the same as `inCompanies`, on connections that may wait for locks of others. */
  inHeldCompanies: Database['inCompanies'];
  /** Listens, on a connection of its own, to what the transactions of any process announce. */
  listen(channel: string, listener: Listener): Promise<Listening>;
  readonly pool: pg.Pool;
  /** Opens a pool for a library that brings its own SQL, under the login's own role; the caller ends the pool. */
  openPool(options: ConnectionOptions & { max: number }): pg.Pool;
  /** Asks on a connection of the money batches: whether movements can be posted just now. */
  askPosting(): Promise<void>;
  readonly outage: Outage;
  /** Connection pools by purpose. */
  readonly pools: Readonly<Record<'system' | 'prepared' | 'asked' | 'posting' | 'held', pg.Pool>>;
  /** Returns whether closing was requested. Work under way stops by itself. */
  isClosed(): boolean;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  maxConnections?: number;
  timeouts?: Timeouts;
  /** Logs an outage. Without it outages are not logged. */
  log?: Logger;
  /** The last statements of each transaction of `inCompany` and `inSystem`. */
  beforeCommit?(tx: Db): Promise<void>;
  /** Called for each statement of `system` outside a transaction. */
  onStatement?(text: string): void;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const connections = connectionsTo(url, options);
  let isClosed = false;
  const open = (work: 'system' | 'posting', max: number, settings?: string) =>
    connections.pool({ ...getPoolOptions(work, settings), max });
  const pool = open('system', options.maxConnections ?? 16);
  pool.on('connect', sendingAsFlights);
  const [quick, asked] = [open('system', QUICK_SECONDS, PREPARED), open('system', ASKED, PREPARED)];
  const [batches, waiting] = [open('posting', QUICK_SECONDS, PREPARED), open('posting', WAITING, PREPARED)];
  const all = new Kysely<NoTables>({ dialect: new PostgresDialect({ pool }) });
  const system = options.onStatement ? all.withPlugin(listenToStatements(options.onStatement)) : all;
  const inTransaction = <Result>(first: readonly CompiledQuery[], work: (tx: Db) => Promise<Result>) =>
    withTrace('transaction', { 'db.system.name': 'postgresql' }, () =>
      withClient(pool, (client) =>
        runTransaction(sendingAsFlights(client), first, async (tx, commit) => {
          const result = await work(tx);
          await Promise.all([options.beforeCommit?.(tx), commit()]);
          return result;
        }),
      ),
    );
  return {
    system,
    pool,
    pools: { system: pool, prepared: quick, asked, posting: batches, held: waiting },
    inSystem: (work) => inTransaction([BEGIN], work),
    inCompany: (scope, work) => inTransaction([BEGIN, chooseCompany(scope)], work),
    readTogether: (work) => withClient(pool, (client) => work(onConnection(sendingAsFlights(client)))),
    inPrepared: (work) =>
      withTrace('transaction', { 'db.system.name': 'postgresql' }, () =>
        withClient(asked, (client) =>
          runTransaction(preparing(client), [BEGIN], (tx, commit) =>
            work(tx, commit, onSharedConnection(client)),
          ),
        ),
      ),
    prepared: (work) => withClient(quick, (client) => work(onSharedConnection(client))),
    inCompanies: (companyIds, work) => inBatch(batches, companyIds, work),
    inHeldCompanies: (companyIds, work) => inBatch(waiting, companyIds, work),
    listen: (channel, listener) => listen(connections, channel, listener, options.timeouts),
    openPool: connections.pool,
    askPosting: () => withClient(batches, async (client) => void (await client.query('select 1'))),
    outage: connections.outage,
    isClosed: () => isClosed,
    async close() {
      isClosed = true;
      await Promise.all([all.destroy(), quick.end(), asked.end(), batches.end(), waiting.end()]);
    },
  };
}

/** Connections of each kind that run only short statements. */
const QUICK_SECONDS = 2;
/** Connections that answer networks before they sell. */
const ASKED = 6;
/** Connections whose batches wait for money that others hold. */
const WAITING = 4;

/**
 * Statements planned once, because planning a batch's statements takes longer than running them. They find rows by an
 * index, however small the tables were on the day of the plan.
 */
const PREPARED = [
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_memoize=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

function getPoolOptions(work: 'system' | 'posting', settings = ''): ConnectionOptions {
  return {
    name: `magistral ${work}`,
    options: `-c role=magistral_${work} -c timezone=UTC ${settings}`,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 15_000,
  };
}

const sendingAsFlights = memoizePerOwner(sendAsFlights);
const preparing = memoizePerOwner((client: pg.PoolClient) => new Pipeline(client, 'first'));
const onSharedConnection = memoizePerOwner((client: pg.PoolClient) => onConnection(preparing(client)));

async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** Runs the work of many requests at once. The span of each belongs to the request that started it. */
function inBatch<Result>(
  pool: pg.Pool,
  companyIds: readonly number[],
  work: (tx: Db, commit: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const attributes = { 'db.system.name': 'postgresql', 'magistral.companies': companyIds.length };
  return withClient(pool, (client) =>
    withTrace('posting batch', attributes, () =>
      runTransaction(preparing(client), [BEGIN, chooseCompanies(companyIds)], work),
    ),
  );
}

const BEGIN = CompiledQuery.raw('begin');

/** Shows a batch the rows of these companies only, by the row-level security of its role. */
function chooseCompanies(companyIds: readonly number[]): CompiledQuery {
  return CompiledQuery.raw(`select set_config('app.companies', $1::bigint[]::text, true)`, [
    encodeBigints(companyIds),
  ]);
}

/** Puts the rest of the transaction under the company's row-level security. */
function chooseCompany({ companyId }: CompanyScope): CompiledQuery {
  return CompiledQuery.raw(
    `select set_config('app.company', $1, true), set_config('role', 'magistral_app', true)`,
    [String(companyId)],
  );
}

/** Puts the rest of a started transaction under the company's row-level security. */
export async function enterCompany(tx: Db, scope: CompanyScope): Promise<void> {
  await tx.executeQuery(chooseCompany(scope));
}

/** Every row of a statement. */
export async function rows<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(db)).rows;
}

/** The first row of a statement, or null. */
export async function firstRow<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row | null> {
  return (await statement.execute(db)).rows[0] ?? null;
}

/** The only row of a statement that always has one. */
export async function getOnlyRow<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> {
  const row = (await statement.execute(db)).rows[0];
  if (!row) throw new Error('a statement that always has a row answered none');
  return row;
}
