import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
} from 'kysely';
import type pg from 'pg';
import type { Db } from './db.ts';
import { Flight, type PreparedStatement } from './flight.ts';
import { encodeBigints } from './parameter.ts';

/**
 * A connection whose statements do not wait for each other's answers: statements executed in one turn of the event
 * loop are sent as one flight and run in their order. Each is prepared at its first use, so its text must come from
 * a small set: arrays as parameters, no spelled-out lists.
 */
export function pipelined(client: pg.ClientBase): Db {
  const known = new Map<string, PreparedStatement>();
  let boarding: Flight | null = null;

  function board(): Flight {
    if (boarding) return boarding;
    const flight = new Flight();
    boarding = flight;
    process.nextTick(() => {
      boarding = null;
      client.query(flight);
    });
    return flight;
  }

  function getPrepared(text: string): PreparedStatement {
    const found = known.get(text);
    if (found) return found;
    const prepared = { name: `prepared_${known.size}`, text, columns: null };
    known.set(text, prepared);
    return prepared;
  }

  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql: text, parameters }: CompiledQuery) {
      const { rows, command } = await board().add(getPrepared(text), parameters);
      return { rows: rows as Row[], command };
    },
    streamQuery: throwUnsupported,
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: throwUnsupported,
    commitTransaction: throwUnsupported,
    rollbackTransaction: throwUnsupported,
    destroy: async () => {},
  };
  return new Kysely({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
}

/**
 * Begins a transaction that sees these companies' rows only. The statement goes the same way as any other, so that
 * it stays in front of them.
 */
export async function begin(pipe: Db, companyIds: readonly number[]): Promise<void> {
  await Promise.all([
    sql`begin`.execute(pipe),
    sql`select set_config('app.companies', ${encodeBigints(companyIds)}::bigint[]::text, true)`.execute(pipe),
  ]);
}

/** Sent like `begin`, behind the statements. Throws when an error has ended the transaction. */
export async function commit(pipe: Db): Promise<void> {
  const result = await sql`commit`.execute(pipe);
  if ((result as { command?: string }).command !== 'COMMIT')
    throw new Error('the transaction was rolled back');
}

function throwUnsupported(): never {
  throw new Error('a pipelined connection has no streams, and its transactions are begun by database.ts');
}
