import type { Connection, Submittable } from 'pg';
import type { RawBuilder } from 'kysely';
import type { CompanyScope } from './company-scope.ts';
import type { Database } from './database.ts';

/** Writes out the rows that COPY delivers. */
export interface RowWriter {
  /**
   * Writes the row whose fields begin in `row` at `start` into `out` at `from`; returns where it ends in `out`. A
   * field is its length in four bytes, then its value in PostgreSQL's binary format; a length of -1 is null.
   */
  write(row: Buffer, start: number, out: Buffer, from: number): number;
  /** An upper bound for the bytes written for a row of `bytes` bytes. */
  max(bytes: number): number;
  /** Number of bytes that is usually enough for all rows. Default: enough for a range of a report. */
  readonly room?: number;
}

/**
 * Runs a select through PostgreSQL's `copy … to stdout` and writes each row with `rows`. One transaction of one round
 * trip, with the company's row-level security; times without a zone are Moscow time. COPY takes no parameters, so the
 * select contains its values as literals (`sql.lit`). The whole result is in memory, so request a range of rows, not
 * all of them. The format is binary because writing times and numbers as text costs the database more than everything
 * else about a row.
 */
export async function copyOut(
  db: Database,
  scope: CompanyScope,
  select: RawBuilder<unknown>,
  rows: RowWriter,
): Promise<Buffer> {
  const compiled = select.compile(db.system);
  if (compiled.parameters.length > 0) throw new Error('COPY takes no parameters: write them as literals');
  const client = await db.pool.connect();
  try {
    return await new Promise((resolve, reject) => {
      client.query(
        new CopyOut(
          `begin read only; ${settings(scope)}; copy (${compiled.sql}) to stdout (format binary); commit`,
          rows,
          { resolve, reject },
        ),
      );
    });
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Under row-level security the planner cannot estimate the number of rows, and would read thousands of them one by one.
 */
function settings(scope: CompanyScope): string {
  if (!Number.isSafeInteger(scope.companyId)) throw new RangeError('a company is a whole number');
  return `set local role magistral_app; set local app.company = '${scope.companyId}';
    set local timezone = 'Europe/Moscow'; set local enable_nestloop = off`;
}

const COPY_DATA = 'd'.charCodeAt(0);
const READY_FOR_QUERY = 'Z'.charCodeAt(0);
/** A message's kind, and its length without the kind. */
const HEAD = 5;
/**
 * Every copy begins, in the message of its first row, with a signature, flags and the length of an extension, which
 * is 0.
 */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** Stands after the last row, in place of a row's number of fields. */
const NO_MORE = 0xffff;

/**
 * Receives the answers to a statement from pg's client, as its cursors and streams do. Rows come by the hundred
 * thousand, one message each. They are taken out of the raw bytes before pg's parser makes an object of each;
 * everything else goes to the parser.
 */
class CopyOut implements Submittable {
  readonly #text: string;
  readonly #rows: RowWriter;
  readonly #end: { resolve: (written: Buffer) => void; reject: (error: Error) => void };
  #written: Buffer;
  #length = 0;
  #hasBegun = false;

  constructor(
    text: string,
    rows: RowWriter,
    end: { resolve: (written: Buffer) => void; reject: (error: Error) => void },
  ) {
    this.#text = text;
    this.#rows = rows;
    this.#written = Buffer.allocUnsafe(rows.room ?? 1280 * 1024);
    this.#end = end;
  }

  submit(connection: Connection): void {
    const { stream } = connection;
    const parsers = stream.listeners('data') as ((chunk: Buffer) => void)[];
    let partial: Buffer = Buffer.alloc(0);
    const take = (chunk: Buffer): void => {
      const sent = partial.length > 0 ? Buffer.concat([partial, chunk]) : chunk;
      const rest: Buffer[] = [];
      let at = 0;
      let ready = false;
      while (at + HEAD <= sent.length) {
        const end = at + 1 + sent.readUInt32BE(at + 1);
        if (end > sent.length) break;
        if (sent[at] === COPY_DATA) this.#add(sent, at + HEAD, end);
        else rest.push(sent.subarray(at, end));
        ready ||= sent[at] === READY_FOR_QUERY;
        at = end;
      }
      partial = sent.subarray(at);
      if (ready) {
        stream.off('data', take);
        for (const parse of parsers) stream.on('data', parse);
      }
      if (rest.length > 0) for (const parse of parsers) parse.call(stream, Buffer.concat(rest));
    };
    stream.removeAllListeners('data');
    stream.on('data', take);
    connection.query(this.#text);
  }

  /** One message is one row. */
  #add(sent: Buffer, start: number, end: number): void {
    const fields = this.#hasBegun ? start : start + SIGNATURE.length;
    this.#hasBegun = true;
    if (sent.readUInt16BE(fields) === NO_MORE) return;
    const needed = this.#length + this.#rows.max(end - fields);
    if (needed > this.#written.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#written.length * 2));
      this.#written.copy(larger, 0, 0, this.#length);
      this.#written = larger;
    }
    this.#length = this.#rows.write(sent, fields + 2, this.#written, this.#length);
  }

  handleError(error: Error): void {
    this.#end.reject(error);
  }

  handleReadyForQuery(): void {
    this.#end.resolve(this.#written.subarray(0, this.#length));
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
