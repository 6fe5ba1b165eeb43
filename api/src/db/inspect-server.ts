import pg from 'pg';
import { batchCalls } from '../lib/turns/batch-calls.ts';

/** The server's own view of the connections to it, asked over a new connection each time. */
export interface ServerView {
  /** Returns whether the server works on the request of this connection. Also true when that is unknown. */
  isAtWork(name: string): Promise<boolean>;
  /** Terminates the connections at the server, so that their locks and their places are free. Ignores failures. */
  end(names: string[]): void;
}

/** PostgreSQL answers, but has no place for one more connection. */
const TOO_MANY = '53300';

export function inspectServer(url: string, withinMs: number): ServerView {
  async function ask(text: string, names: string[]): Promise<{ name: string }[]> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: withinMs,
      query_timeout: withinMs,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<{ name: string }>(text, [names])).rows;
    } finally {
      // The code does not wait for the end of the connection, because the server may be silent too.
      void client.end().catch(() => {});
    }
  }

  const isAtWork = batchCalls(
    async (names: string[]) => {
      try {
        const busy = new Set((await ask(RUNNING_QUERIES, names)).map(({ name }) => name));
        return names.map((name) => busy.has(name));
      } catch (error) {
        return names.map(() => error instanceof pg.DatabaseError && error.code === TOO_MANY);
      }
    },
    { maxConcurrent: 1, maxBatch: 1000 },
  );
  return {
    isAtWork,
    end: (names) => void ask(END, names).catch(() => {}),
  };
}

/** A server process that is `active` and waits for its client has the answer sent, or the question only in part. */
const RUNNING_QUERIES = `
  select application_name as name from pg_stat_activity
  where application_name = any($1) and (state is null or state = 'disabled'
    or state in ('active', 'fastpath function call') and wait_event_type is distinct from 'Client')`;

const END = `
  select application_name as name, pg_terminate_backend(pid) from pg_stat_activity where application_name = any($1)`;
