import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { Db, NoTables } from '../db.ts';
import { Flight, type Outcome } from './flight.ts';
import { StatementCache, type PreparedAtUse } from './statement-cache.ts';

/**
 * A connection whose statements do not wait for each other's answers: statements executed in one turn of the event
 * loop are sent as one flight and run in their order. A text is one statement, never several. A statement that is
 * prepared at its first use must come from a small set of texts: arrays as parameters, no spelled-out lists.
 */
export class Pipeline implements DatabaseConnection {
  readonly #client: pg.Client;
  readonly #send: (flight: Flight) => unknown;
  readonly #statements: StatementCache;
  #boarding: Flight | null = null;

  constructor(client: pg.Client, preparedAt: PreparedAtUse) {
    this.#client = client;
    this.#send = client.query.bind(client);
    this.#statements = new StatementCache(preparedAt);
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, command, rowCount } = await this.send(text, parameters);
    const result = { rows: rows as Row[], command };
    return CHANGES.has(command) ? { ...result, numAffectedRows: BigInt(rowCount) } : result;
  }

  streamQuery = throwUnsupported;

  async send(text: string, parameters: readonly unknown[]): Promise<Outcome> {
    try {
      return await this.#board().add(this.#statements.find(text), parameters);
    } catch (error) {
      // Its own stack leads to the socket.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  /** Closes the connection; its pool opens another one. */
  discard(): void {
    void this.#client.end().catch(() => {});
  }

  #board(): Flight {
    if (this.#boarding) return this.#boarding;
    const flight = new Flight(() => this.#statements.takeForgotten());
    this.#boarding = flight;
    process.nextTick(() => {
      this.#boarding = null;
      this.#send(flight);
    });
    return flight;
  }
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Makes the driver's own calls for text and values go as flights, too. Statements are prepared at their second use. */
export function sendAsFlights(client: pg.Client): Pipeline {
  const pipeline = new Pipeline(client, 'second');
  const send = client.query.bind(client) as (...input: unknown[]) => unknown;
  client.query = ((text: unknown, values?: readonly unknown[], ...rest: unknown[]) =>
    typeof text === 'string' && values !== undefined && rest.length === 0
      ? pipeline.send(text, values)
      : send(text, values, ...rest)) as typeof client.query;
  return pipeline;
}

const driver: Driver = {
  init: async () => {},
  acquireConnection: throwUnsupported,
  releaseConnection: async () => {},
  beginTransaction: throwUnsupported,
  commitTransaction: throwUnsupported,
  rollbackTransaction: throwUnsupported,
  destroy: async () => {},
};
const dialect: Dialect = {
  createDriver: () => driver,
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
};
const executor = new Kysely<NoTables>({ dialect }).getExecutor();

/**
 * Returns what executes statements on one connection. Kysely takes the same number of steps for each, so they leave in
 * the order in which they are executed.
 */
export function onConnection(connection: DatabaseConnection): Db {
  const provider = {
    provideConnection: <T>(use: (given: DatabaseConnection) => Promise<T>) => use(connection),
  };
  return new Kysely({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider(provider),
  });
}

function throwUnsupported(): never {
  throw new Error('a pipeline has no streams, and its transactions are those of runTransaction');
}
