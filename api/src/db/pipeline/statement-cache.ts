import type { PreparedStatement } from './flight.ts';

/** Statements that one connection remembers; it forgets the one that was used longest ago first. */
const MAX_STATEMENTS = 250;

/** Use at which a connection prepares a statement. */
export type PreparedAtUse = 'first' | 'second';

/**
 * Statements that one connection has prepared: PostgreSQL parses them no more, and plans them no more where one plan
 * serves all values.
 */
export class StatementCache {
  /** Statements by text, null after a first use that did not prepare; the one that was used longest ago comes first. */
  readonly #known = new Map<string, PreparedStatement | null>();
  readonly #at: PreparedAtUse;
  #forgotten: string[] = [];
  #serial = 0;

  constructor(at: PreparedAtUse) {
    this.#at = at;
  }

  /** Returns the statement under its name, or without a name when it is sent for once. */
  find(text: string): PreparedStatement {
    const seen = this.#known.get(text);
    const isPrepared = seen !== undefined || this.#at === 'first';
    const statement = seen ?? (isPrepared ? this.#name(text) : null);
    this.#known.delete(text);
    this.#known.set(text, statement);
    if (this.#known.size > MAX_STATEMENTS) this.#forgetOldest();
    return statement ?? { name: '', text, columns: null };
  }

  /** Returns the names of statements that the server can drop, once each. */
  takeForgotten(): string[] {
    const names = this.#forgotten;
    if (names.length > 0) this.#forgotten = [];
    return names;
  }

  #name(text: string): PreparedStatement {
    this.#serial += 1;
    return { name: `prepared_${this.#serial}`, text, columns: null };
  }

  #forgetOldest(): void {
    const [[text, statement] = ['', null]] = this.#known;
    this.#known.delete(text);
    if (statement) this.#forgotten.push(statement.name);
  }
}
