import pg, { type Connection, type Submittable } from 'pg';
import { toParameter } from '../parameter.ts';

/** A statement prepared on one connection. */
export interface PreparedStatement {
  /** Empty for a statement that is sent for once. */
  name: string;
  text: string;
  /** Null until PostgreSQL has described them. */
  columns: Column[] | null;
}

interface Column {
  name: string;
  read(text: string): unknown;
}

export interface Outcome {
  rows: Record<string, unknown>[];
  /** `SELECT`, `COMMIT`, … */
  command: string;
  /** Rows that were read or changed. */
  rowCount: number;
}

interface SentStatement {
  prepared: PreparedStatement;
  parameters: readonly unknown[];
  outcome: Outcome;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

/** PostgreSQL refuses a prepared statement whose columns a migration has changed since. */
const CHANGED_COLUMNS = '0A000';

/**
 * Statements that are sent together and answered together: PostgreSQL works through them in order and sends all
 * results at the end of the flight. Ending each statement separately would cost both sides a packet each, which is
 * more than most statements cost. When one fails, all behind it fail with the same error.
 */
export class Flight implements Submittable {
  private readonly sent: SentStatement[] = [];
  private readonly takeForgotten: () => string[];
  private answered = 0;
  private unreadable: Error | null = null;

  /** Names of prepared statements that the server drops after this flight. */
  constructor(takeForgotten: () => string[]) {
    this.takeForgotten = takeForgotten;
  }

  /** Adds a statement before the flight is sent. */
  add(prepared: PreparedStatement, parameters: readonly unknown[]): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.sent.push({
        prepared,
        parameters,
        outcome: { rows: [], command: '', rowCount: 0 },
        resolve,
        reject,
      });
    });
  }

  /**
   * Returns an error and sends nothing when one of the values cannot be written: a flight goes whole or not at all.
   */
  submit(connection: Connection): Error | null {
    let written: ReturnType<typeof toParameter>[][];
    try {
      written = this.sent.map(({ parameters }) => parameters.map(toParameter));
    } catch (error) {
      return error as Error;
    }
    connection.stream.cork();
    const named = new Set<PreparedStatement>();
    for (const [index, { prepared }] of this.sent.entries()) {
      const { name, text } = prepared;
      const isNew = prepared.columns === null && !named.has(prepared);
      if (isNew) {
        named.add(prepared);
        // The statement may exist already: an earlier flight prepared it and then failed.
        if (name) connection.close({ type: 'S', name }, true);
        connection.parse({ name, text, types: [] }, true);
      }
      connection.bind({ statement: name, values: written[index] }, true);
      if (isNew) connection.describe({ type: 'P', name: '' }, true);
      connection.execute(null, true);
    }
    for (const name of this.takeForgotten()) connection.close({ type: 'S', name }, true);
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.now().prepared.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: pg.types.getTypeParser(dataTypeID) as Column['read'],
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { prepared, outcome } = this.now();
    const row: Record<string, unknown> = {};
    try {
      for (const [index, { name, read }] of (prepared.columns ?? []).entries()) {
        const text = fields[index] ?? null;
        row[name] = text === null ? null : read(text);
      }
      outcome.rows.push(row);
    } catch (error) {
      this.unreadable ??= error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { prepared, outcome } = this.now();
    prepared.columns ??= [];
    // `INSERT 0 3`, `UPDATE 3`, `COMMIT`.
    const [command = '', ...counts] = text.split(' ');
    outcome.command = command;
    outcome.rowCount = Number(counts.at(-1) ?? 0);
    this.answered += 1;
  }

  handleReadyForQuery(): void {
    if (this.unreadable) return this.handleError(this.unreadable);
    for (const { resolve, outcome } of this.sent) resolve(outcome);
  }

  handleError(error: Error): void {
    if ((error as pg.DatabaseError).code === CHANGED_COLUMNS)
      for (const { prepared } of this.sent) prepared.columns = null;
    // The last to receive the error gives it its stack.
    const failed = this.now();
    for (const statement of this.sent) if (statement !== failed) statement.reject(error);
    failed?.reject(error);
  }

  private now(): SentStatement {
    return this.sent[this.answered] as SentStatement;
  }
}
