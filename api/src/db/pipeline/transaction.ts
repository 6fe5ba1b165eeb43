import { sql, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type { Db } from '../db.ts';
import { onConnection, type Pipeline } from './pipeline.ts';

/**
 * Runs the work in a transaction. Its first statements (`begin`, the choice of companies) leave in one flight with the
 * first statement of the work. The work commits by itself, at best together with its last statements; without a commit
 * nothing stays.
 */
export async function runTransaction<Result>(
  pipeline: Pipeline,
  first: readonly CompiledQuery[],
  work: (tx: Db, commit: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const transaction = new TransactionConnection(pipeline, first);
  const tx = onConnection(transaction);
  try {
    return await work(tx, () => commit(tx));
  } finally {
    await transaction.end();
  }
}

const COMMIT = 'commit';

/** Commits behind all statements that were sent. Throws when an error has ended the transaction. */
async function commit(tx: Db): Promise<void> {
  const result = await sql.raw(COMMIT).execute(tx);
  if ((result as { command?: string }).command !== 'COMMIT')
    throw new Error('the transaction was rolled back');
}

/**
 * A connection while it runs a transaction. It takes no statement after the commit, after an error or after its end:
 * such a one would run outside the transaction, and so without its role and its companies.
 */
class TransactionConnection implements DatabaseConnection {
  readonly #pipeline: Pipeline;
  readonly streamQuery: DatabaseConnection['streamQuery'];
  #first: readonly CompiledQuery[];
  #refusal: unknown = null;
  #isCommitted = false;

  constructor(pipeline: Pipeline, first: readonly CompiledQuery[]) {
    this.#pipeline = pipeline;
    this.streamQuery = pipeline.streamQuery;
    this.#first = first;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#refusal !== null) throw this.#refusal;
    // Their errors reach the statement that is sent with them.
    for (const statement of this.#first) this.#pipeline.executeQuery(statement).catch(() => {});
    this.#first = [];
    const isCommit = query.sql === COMMIT;
    if (isCommit) this.#refusal = new Error('the transaction has been committed');
    try {
      const result = await this.#pipeline.executeQuery<Row>(query);
      if (isCommit) this.#isCommitted = true;
      return result;
    } catch (error) {
      this.#refusal = error;
      throw error;
    }
  }

  /** Rolls back what is not committed. */
  async end(): Promise<void> {
    this.#refusal ??= new Error('the transaction has ended');
    if (this.#isCommitted || this.#first.length > 0) return;
    await this.#pipeline.send('rollback', []).catch(() => this.#pipeline.discard());
  }
}
