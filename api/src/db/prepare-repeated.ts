import type pg from 'pg';
import type { Connection } from 'pg';

/** Statements that one connection remembers; it forgets the one that was used longest ago first. */
const MAX_STATEMENTS = 250;
/** PostgreSQL refuses a prepared statement whose columns a migration has changed since. */
const CHANGED_COLUMNS = '0A000';

/** Private fields of pg. */
interface ClientInternals {
  connection: Connection & { parsedStatements: Record<string, string> };
}

/**
 * Makes a connection prepare each statement that it executes for the second time: PostgreSQL parses it no more, and plans it no more where one plan
 * serves all values. Statements without parameters are sent as they are; most of them begin and end transactions.
 */
export function prepareRepeated(client: pg.ClientBase): void {
  const { connection } = client as unknown as ClientInternals;
  const send = client.query.bind(client) as (...input: unknown[]) => unknown;
  /** Names by text, null after the first use; the one that was used longest ago comes first. */
  const known = new Map<string, string | null>();
  let serial = 0;

  function forget(text: string): void {
    const name = known.get(text);
    known.delete(text);
    if (!name) return;
    connection.close({ type: 'S', name }, true);
    delete connection.parsedStatements[name];
  }

  function findName(text: string): string | null {
    const seen = known.get(text);
    const name = seen ?? (seen === null ? `repeated_${(serial += 1)}` : null);
    known.delete(text);
    known.set(text, name);
    if (known.size > MAX_STATEMENTS) forget(known.keys().next().value as string);
    return name;
  }

  async function sendPrepared(name: string, text: string, values: readonly unknown[]): Promise<unknown> {
    try {
      return await send({ name, text, values });
    } catch (error) {
      if ((error as { code?: string }).code === CHANGED_COLUMNS) forget(text);
      throw error;
    }
  }

  client.query = ((text: unknown, values?: readonly unknown[], ...rest: unknown[]) => {
    const isAwaited = typeof text === 'string' && values !== undefined && rest.length === 0;
    const name = isAwaited && values.length > 0 ? findName(text) : null;
    return name === null ? send(text, values, ...rest) : sendPrepared(name, text as string, values ?? []);
  }) as typeof client.query;
}
