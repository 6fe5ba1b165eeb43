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
import type { Writable } from 'node:stream';
import type pg from 'pg';
import type { Db } from './database.ts';

/**
 * One connection that waits for nobody: statements leave in the order in which they are executed, without waiting for
 * one another's answers, and PostgreSQL works through them in that order. Each is prepared at its first use, so its
 * text must come from a small set: arrays as parameters, no lists spelled out.
 * The client is made with `pipeline: true`.
 */
export function pipelined(client: pg.ClientBase): Db {
  const sendTogether = togetherOn(client);
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql: text, parameters }: CompiledQuery) {
      sendTogether();
      const { rows, command } = await client.query({
        name: nameOf(text),
        text,
        values: parameters.map(parameterOf),
      });
      return { rows: rows as Row[], command };
    },
    streamQuery: notHere,
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: notHere,
    commitTransaction: notHere,
    rollbackTransaction: notHere,
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

/** The arrays of a batch, of numbers and plain words for the most part: the driver would look at each of these three times. */
function parameterOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const elements = value.map(elementOf);
  return elements.includes(null) ? value : `{${elements.join(',')}}`;
}

const PLAIN_WORD = /^(?!null$)[\w:.-]+$/i;

/** An element of an array as PostgreSQL reads it; null where it is left to the driver. */
function elementOf(element: unknown): string | null {
  if (element === null) return 'NULL';
  if (typeof element === 'number') return String(element);
  if (typeof element === 'string') {
    return PLAIN_WORD.test(element) ? element : `"${element.replace(/["\\]/g, '\\$&')}"`;
  }
  return Buffer.isBuffer(element) ? `"\\\\x${element.toString('hex')}"` : null;
}

/** Statements that are executed in one turn leave in one packet: a packet each would cost more than most of them. */
function togetherOn(client: pg.ClientBase): () => void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  let corked = false;
  return () => {
    if (corked) return;
    corked = true;
    stream.cork();
    process.nextTick(() => {
      corked = false;
      stream.uncork();
    });
  };
}

/** By the way that every statement takes, so that it stays behind them. Throws where an error has ended the transaction. */
export async function commit(pipe: Db): Promise<void> {
  const result = await sql`commit`.execute(pipe);
  if ((result as { command?: string }).command !== 'COMMIT')
    throw new Error('the transaction was rolled back');
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `prepared_${names.size}`;
  names.set(text, name);
  return name;
}

function notHere(): never {
  throw new Error('a pipelined connection has no streams, and its transactions are begun by database.ts');
}
